import { inflateRawSync } from 'node:zlib';

/** A file in an archive: its name and its bytes, unpacked. */
export type ZipEntry = { nome: string; bytes: Uint8Array };

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;

/** The longest a file may become when unpacked, in bytes. */
const MAX_ENTRY = 20_000_000;

/**
 * Reads a zip archive (PKWARE APPNOTE 4.3): stored and deflated files, no encryption, no zip64, which is what
 * Easy Ship's documents are. Null when the bytes are none or use anything else.
 */
export function readZip(bytes: Uint8Array): ZipEntry[] | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  try {
    const entries: ZipEntry[] = [];
    let offset = view.readUInt32LE(end + 16);
    for (let left = view.readUInt16LE(end + 10); left > 0; left -= 1) {
      const { entry, next } = readEntry(view, offset);
      if (!entry.nome.endsWith('/')) entries.push(entry);
      offset = next;
    }
    return entries;
  } catch {
    // A length that points outside the archive, or data that does not inflate: not a zip that can be read.
    return null;
  }
}

/** The directory's end record is last, before a comment of at most 64 KiB. */
function findEnd(view: Buffer): number | null {
  for (let at = view.length - 22; at >= Math.max(0, view.length - 22 - 0xffff); at -= 1) {
    if (view.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  return null;
}

function readEntry(view: Buffer, at: number): { entry: ZipEntry; next: number } {
  if (view.readUInt32LE(at) !== DIRECTORY_ENTRY || (view.readUInt16LE(at + 8) & 1) === 1) {
    throw new RangeError('not a plain directory entry');
  }
  const nameLength = view.readUInt16LE(at + 28);
  const next = at + 46 + nameLength + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
  const nome = view.toString('utf8', at + 46, at + 46 + nameLength);
  return { entry: { nome, bytes: dataOf(view, at) }, next };
}

function dataOf(view: Buffer, at: number): Uint8Array {
  const local = view.readUInt32LE(at + 42);
  if (view.readUInt32LE(local) !== LOCAL_HEADER) throw new RangeError('no local header');
  const start = local + 30 + view.readUInt16LE(local + 26) + view.readUInt16LE(local + 28);
  const packed = view.subarray(start, start + view.readUInt32LE(at + 20));
  const method = view.readUInt16LE(at + 10);
  if (method === 0) return new Uint8Array(packed);
  if (method !== 8) throw new RangeError('unknown compression');
  return new Uint8Array(inflateRawSync(packed, { maxOutputLength: MAX_ENTRY }));
}
