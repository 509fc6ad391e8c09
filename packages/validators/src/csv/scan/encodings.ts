import { ratePortuguese } from './read-portuguese';

/** How the letters of a CSV are stored. `cp850` is what Excel calls 'CSV (MS-DOS)', `macroman` 'CSV (Macintosh)'. */
export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | ByteEncoding;

type ByteEncoding = 'windows-1252' | 'cp850' | 'macroman';

/** What an encoding is called on the screen. */
export const ENCODING_NAMES: Readonly<Record<CsvEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  cp850: 'CP850 (MS-DOS)',
  macroman: 'Mac Roman',
};

/** An encoding that a file may be in, and some of its lines as they read in it. */
export interface EncodingSample {
  encoding: CsvEncoding;
  lines: string[];
}

export interface FoundEncoding {
  encoding: CsvEncoding;
  /** Whether the bytes leave no doubt. */
  isSure: boolean;
  /** The encodings that come into question; empty where one byte tells. */
  samples: EncodingSample[];
}

type Bytes = AsyncIterable<Uint8Array>;

const BYTE_ENCODINGS: readonly ByteEncoding[] = ['windows-1252', 'cp850', 'macroman'];
/** What tells whether a file is text at all, in bytes. */
const BEGINNING = 64 * 1024;
/** Of the lines with letters beyond ASCII: how much of each is looked at, and of all together, in bytes. */
const SAMPLED_LINE = 300;
const SAMPLED = 64 * 1024;
const SHOWN_LINES = 3;
/** How much more than any other reading the best one must be Portuguese. */
const CLEAR_LEAD = 2;

/** The characters 0x80 to 0xFF of code page 850, which the Encoding Standard does not have. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶\u00a7÷¸°¨·¹³²■\u00a0';

/**
 * Finds the encoding of a file by its bytes: UTF-8 when every byte fits it, UTF-16 by its mark or its zeros, else what
 * reads as Portuguese. Takes time that grows with the file, memory that does not. Null: it is no text.
 */
export async function detectEncoding(bytes: () => Bytes): Promise<FoundEncoding | null> {
  const wide = findWide(await readBeginning(bytes()));
  if (wide === null) return null;
  if (wide !== undefined) return { encoding: wide, isSure: true, samples: [] };
  if (await isUtf8(bytes())) return { encoding: 'utf-8', isSure: true, samples: [] };
  return rateSamples(await readLines(bytes()));
}

/** Decodes a file piece by piece. */
export async function* decodeText(bytes: Bytes, encoding: CsvEncoding): AsyncIterable<string> {
  if (encoding === 'cp850') {
    for await (const piece of bytes) yield decodeCp850(piece);
    return;
  }
  // Without `stream`, Node 20 misreads the bytes 0x80 to 0x9F of Windows-1252.
  const decoder = new TextDecoder(encoding === 'macroman' ? 'macintosh' : encoding);
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

function decodeCp850(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : CP850.charAt(byte - 0x80);
  return text;
}

async function readBeginning(bytes: Bytes): Promise<Uint8Array> {
  const beginning = new Uint8Array(BEGINNING);
  let length = 0;
  for await (const piece of bytes) {
    beginning.set(piece.subarray(0, BEGINNING - length), length);
    length = Math.min(BEGINNING, length + piece.byteLength);
    if (length === BEGINNING) break;
  }
  return beginning.subarray(0, length);
}

/** UTF-16; undefined: a byte is a character or a part of one; null: no text. */
function findWide(beginning: Uint8Array): CsvEncoding | null | undefined {
  const [first, second] = beginning;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (!beginning.includes(0)) return undefined;
  const zeros = [0, 0];
  for (const [at, byte] of beginning.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const pairs = beginning.length / 2;
  if (odd > pairs * 0.5 && even < pairs * 0.05) return 'utf-16le';
  return even > pairs * 0.5 && odd < pairs * 0.05 ? 'utf-16be' : null;
}

async function isUtf8(bytes: Bytes): Promise<boolean> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of bytes) strict.decode(piece, { stream: true });
    strict.decode();
    return true;
  } catch {
    return false;
  }
}

/** The beginnings of the first lines that hold bytes beyond ASCII. */
async function readLines(bytes: Bytes): Promise<Uint8Array[]> {
  const lines: Uint8Array[] = [];
  const line = new Uint8Array(SAMPLED_LINE);
  let [length, total] = [0, 0];
  let isBeyondAscii = false;
  function endLine() {
    if (isBeyondAscii) {
      lines.push(line.slice(0, length));
      total += length;
    }
    length = 0;
    isBeyondAscii = false;
  }
  for await (const piece of bytes) {
    for (const byte of piece) {
      if (byte === 0x0a || byte === 0x0d) endLine();
      else if (length < SAMPLED_LINE) {
        line[length] = byte;
        length += 1;
        isBeyondAscii ||= byte >= 0x80;
      }
    }
    if (total >= SAMPLED) break;
  }
  endLine();
  return lines;
}

async function rateSamples(lines: readonly Uint8Array[]): Promise<FoundEncoding> {
  const readings = await Promise.all(
    // UTF-8 too: a few broken bytes do not make a file something else.
    [...BYTE_ENCODINGS, 'utf-8' as const].map(async (encoding) => {
      const texts = await Promise.all(lines.map((line) => decodeLine(line, encoding)));
      const rating = texts.reduce((sum, text) => sum + ratePortuguese(text), 0);
      return { encoding, lines: texts.slice(0, SHOWN_LINES), rating };
    }),
  );
  const [best, second] = [...readings].sort((a, b) => b.rating - a.rating);
  const isClear = best !== undefined && best.rating > 0 && best.rating - (second?.rating ?? 0) >= CLEAR_LEAD;
  const encoding = best?.encoding ?? 'windows-1252';
  const samples = readings
    .filter((reading) => reading.encoding !== 'utf-8' || encoding === 'utf-8')
    .map(({ encoding, lines }) => ({ encoding, lines }));
  return { encoding, isSure: isClear && encoding !== 'utf-8', samples };
}

async function decodeLine(line: Uint8Array, encoding: CsvEncoding): Promise<string> {
  async function* once() {
    yield line;
  }
  let text = '';
  for await (const piece of decodeText(once(), encoding)) text += piece;
  return text;
}
