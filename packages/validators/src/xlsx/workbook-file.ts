import { type FileEntry, Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { RefusedCsv } from '../csv/read-product-csv';

/** A file that can be read from anywhere: a workbook begins with its end. */
export interface RandomBytes {
  size: number;
  read(position: number, length: number): Promise<Uint8Array>;
}

export const NO_WORKBOOK = 'O arquivo não é uma planilha do Excel (.xlsx).';
const LOCKED = 'A planilha está protegida por senha ou é um .xls antigo. Salve-a como .xlsx, sem senha.';
const WEB_PAGE =
  'O arquivo é uma página da web com nome de planilha. Abra-o no Excel, salve-o como .xlsx e envie de novo.';
const ODS =
  'O arquivo é uma planilha .ods. Abra-a no LibreOffice, use Salvar como → Excel 2007-365 (.xlsx) e envie de novo.';
const NUMBERS = 'O arquivo é do Numbers. Use Arquivo → Exportar para → Excel e envie o .xlsx.';
const XLSB = 'O arquivo é uma planilha .xlsb. Abra-a no Excel, salve-a como .xlsx e envie de novo.';
export const TOO_LARGE =
  'A planilha é grande demais depois de descompactada. Salve-a como CSV e envie de novo.';

/** What tells a web page, in bytes. */
const BEGINNING = 64;
/** More parts than these no table has; each of them takes memory. */
export const MAX_PARTS = 2_000;
/** Nothing is read at once that is longer: the list of the parts of a real workbook takes a few kilobytes. */
const MAX_READ = 1024 * 1024;
/** What a part may grow to: 200,000 rows with long texts. */
const MAX_PART_BYTES = 256 * 1024 * 1024;
/** Real sheets pack to about a twentieth; what packs to less than this of itself was made to burst. */
const MAX_RATIO = 200;
const RATIO_COUNTS_FROM = 8 * 1024 * 1024;

/** The parts of a workbook (an .xlsx is a zip), none of which is ever unpacked as a whole. */
export class WorkbookFile {
  private constructor(private readonly parts: ReadonlyMap<string, FileEntry>) {}

  /** Fails with `RefusedCsv` where it is none. */
  static async open(bytes: RandomBytes): Promise<WorkbookFile> {
    const beginning = await bytes.read(0, BEGINNING);
    const [first, second] = beginning;
    // How Microsoft's older files begin, in which Excel also keeps what it encrypts.
    if (first === 0xd0 && second === 0xcf) throw new RefusedCsv(LOCKED);
    if (/^\W*</.test(new TextDecoder().decode(beginning))) throw new RefusedCsv(WEB_PAGE);
    if (first !== 0x50 || second !== 0x4b) throw new RefusedCsv(NO_WORKBOOK);
    const parts = new Map<string, FileEntry>();
    try {
      const zip = new ZipReader(new BytesReader(bytes), { useWebWorkers: false });
      for await (const entry of zip.getEntriesGenerator()) {
        if (parts.size >= MAX_PARTS) throw new RefusedCsv(NO_WORKBOOK);
        if (!entry.directory) parts.set(entry.filename.replace(/^\//, ''), entry);
      }
    } catch (cause) {
      throw toRefusal(cause);
    }
    refuseOthers(parts);
    return new WorkbookFile(parts);
  }

  has(path: string): boolean {
    return this.parts.has(path);
  }

  /** The text of a part, in pieces; ends with `RefusedCsv` where it bursts or is broken. */
  async *read(path: string): AsyncIterable<string> {
    const entry = this.parts.get(path);
    if (entry === undefined || entry.encrypted) throw new RefusedCsv(NO_WORKBOOK);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const unpacking = entry.getData(writable, { useWebWorkers: false, checkSignature: false });
    unpacking.catch((error: unknown) => writable.abort(error).catch(() => undefined));
    const reader = readable.getReader();
    const decoder = new TextDecoder();
    try {
      for (let total = 0; ; ) {
        const { done, value } = await reader.read();
        if (done) break;
        total += value.byteLength;
        const ratio = total / Math.max(1, entry.compressedSize);
        if (total > MAX_PART_BYTES || (total > RATIO_COUNTS_FROM && ratio > MAX_RATIO)) {
          throw new RefusedCsv(TOO_LARGE);
        }
        yield decoder.decode(value, { stream: true });
      }
      yield decoder.decode();
    } catch (cause) {
      throw toRefusal(cause);
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }
}

/** Other programs' tables are zips too. */
function refuseOthers(parts: ReadonlyMap<string, FileEntry>): void {
  if (parts.has('mimetype') && parts.has('content.xml')) throw new RefusedCsv(ODS);
  if (parts.has('Index/Document.iwa') || parts.has('Index.zip')) throw new RefusedCsv(NUMBERS);
  if (parts.has('xl/workbook.bin')) throw new RefusedCsv(XLSB);
}

class BytesReader extends Reader<RandomBytes> {
  constructor(private readonly bytes: RandomBytes) {
    super(bytes);
  }

  override async init(): Promise<void> {
    await super.init?.();
    this.size = this.bytes.size;
  }

  override async readUint8Array(position: number, length: number): Promise<Uint8Array> {
    if (length > MAX_READ) throw new RefusedCsv(NO_WORKBOOK);
    return this.bytes.read(position, length);
  }
}

/** Whatever unpacking fails with, it is the file's fault, unless the file cannot be read at all. */
function toRefusal(cause: unknown): unknown {
  if (cause instanceof RefusedCsv) return cause;
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'NotReadableError' || name === 'NotFoundError') return cause;
  return new RefusedCsv(NO_WORKBOOK);
}
