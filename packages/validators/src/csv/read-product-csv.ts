import { toPlainText } from '@esteira/domain/plain-text';
import { CSV_COLUMNS, type CsvColumn } from './csv-columns';
import { type CsvLayout, CsvScanner, type ScannedRecord } from './csv-scanner';
import {
  CSV_FILE_PROBLEMS,
  CSV_MAX_ROWS,
  type CsvHeader,
  type CsvIndexes,
  EXPECTED_COLUMNS,
  isCsvColumn,
  isRequiredColumn,
  normalizeName,
} from './product-csv';

export type CsvEncoding = 'utf-8' | 'windows-1252';

/** The bytes of one file from its beginning, at every call. A piece is valid until the next one is asked for. */
export type CsvBytes = () => AsyncIterable<Uint8Array>;

/** Records of one piece of the file at a time, read as they are taken; take all of a piece before the next one. */
export type CsvRecords = AsyncIterable<Iterable<ScannedRecord>>;

/** A file whose header is that of a product CSV. */
export interface ProductCsv extends ProductSheet {
  encoding: CsvEncoding;
  layout: CsvLayout;
}

/** A table of products, whatever kind of file it is in. */
export interface ProductSheet {
  header: CsvHeader;
  /**
   * The records below the header from the first on, blank ones left out. Fails with `RefusedCsv` when there are none,
   * or more than `CSV_MAX_ROWS`.
   */
  rows(): CsvRecords;
}

/** A file that is refused as a whole; `message` is the Portuguese sentence that says why. */
export class RefusedCsv extends Error {
  constructor(
    message: string,
    readonly reason: 'invalid' | 'too_many_rows' = 'invalid',
  ) {
    super(message);
    this.name = 'RefusedCsv';
  }

  /** The cells of a heading in which columns are unknown or missing; null where that is not why. */
  heading: readonly string[] | null = null;
}

/** What tells the layout and whether it is text at all: the same beginning, however the file is cut into pieces. */
const BEGINNING = 64 * 1024;
const MAX_HEADER_LENGTH = 10_000;

/** A table of products has nine columns; whoever keeps more beside them has dozens. */
export const MAX_COLUMNS = 256;
export const TOO_WIDE = `A planilha tem mais de ${MAX_COLUMNS} colunas. Deixe só as colunas dos produtos e envie de novo.`;

export interface ReadingOptions {
  /** The file updates products by their SKU: every other column may be missing. */
  isUpdate?: boolean;
  /** What the seller says that columns of the file are, by `normalizeName` of their heading. */
  names?: ColumnNames;
}

/** The product's column that a column of a file stands for; null: none, it is left out. */
export type ColumnNames = Readonly<Record<string, CsvColumn | null>>;

/**
 * Finds encoding, separator, line break and header of a product file (docs/product-rules.md#csv-format), reading it
 * once to its end. Fails with `RefusedCsv`.
 */
export async function readProductCsv(bytes: CsvBytes, options: ReadingOptions = {}): Promise<ProductCsv> {
  const encoding = await detectEncoding(bytes());
  const layout = await detectLayout(decode(bytes(), encoding));
  const sheet = await toProductSheet(() => scan(decode(bytes(), encoding), layout), options);
  return { encoding, layout, ...sheet };
}

/** Takes records, those of the header first, for a table of products. Fails with `RefusedCsv` where they are none. */
export async function toProductSheet(
  records: () => CsvRecords,
  options: ReadingOptions,
): Promise<ProductSheet> {
  const filled = () => dropBlank(records());
  const header = await readHeader(filled(), options);
  return { header, rows: () => belowHeader(filled()) };
}

async function* dropBlank(records: CsvRecords): CsvRecords {
  function* filled(piece: Iterable<ScannedRecord>) {
    for (const record of piece) if (isFilled(record)) yield record;
  }
  for await (const piece of records) yield filled(piece);
}

/** UTF-8 when every byte of the file fits it, else what Excel in Brazil saves. */
async function detectEncoding(bytes: AsyncIterable<Uint8Array>): Promise<CsvEncoding> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let read = 0;
  for await (const piece of bytes) {
    if (read < BEGINNING) refuseNonText(piece.subarray(0, BEGINNING - read), read);
    read += piece.byteLength;
    isUtf8 &&= fits(strict, piece);
    if (!isUtf8 && read >= BEGINNING) break;
  }
  return isUtf8 && fits(strict) ? 'utf-8' : 'windows-1252';
}

/** Whether a strict decoder takes the next bytes; without any, whether it may end here. */
function fits(strict: InstanceType<typeof TextDecoder>, piece?: Uint8Array): boolean {
  try {
    strict.decode(piece, { stream: piece !== undefined });
    return true;
  } catch {
    return false;
  }
}

function refuseNonText(beginning: Uint8Array, position: number): void {
  const [first, second] = beginning;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16 && position === 0) {
    throw new RefusedCsv('O arquivo está em UTF-16. Salve a planilha como "CSV UTF-8" e envie de novo.');
  }
  if (beginning.includes(0)) throw new RefusedCsv(`O arquivo não é um CSV. ${EXPECTED_COLUMNS}`);
}

async function detectLayout(text: AsyncIterable<string>): Promise<CsvLayout> {
  let beginning = '';
  for await (const piece of text) {
    beginning += piece;
    while (beginning.length >= BEGINNING) {
      const layout = findLayout(beginning.slice(0, BEGINNING));
      if (layout !== null) return layout;
      beginning = beginning.slice(BEGINNING);
    }
  }
  const layout = findLayout(beginning);
  if (layout === null) throw new RefusedCsv(CSV_FILE_PROBLEMS.empty);
  return layout;
}

/** By the first line that holds something, or by Excel's `sep=;` line. Null when all of the text is blank. */
function findLayout(text: string): CsvLayout | null {
  const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] === '\r' ? '\r' : '\n';
  const first = text.split(lineBreak).find((line) => line.trim() !== '');
  if (first === undefined) return null;
  const declared = /^"?sep=([,;])"?$/i.exec(first.trim())?.[1];
  return { delimiter: declared === ',' || declared === ';' ? declared : detectDelimiter(first), lineBreak };
}

/** Tells `,` from `;` by the first line, looking only outside quotes. */
export function detectDelimiter(firstLine: string): ',' | ';' {
  const unquoted = firstLine.slice(0, MAX_HEADER_LENGTH).replace(/"(?:[^"]|"")*"?/g, '');
  return unquoted.split(';').length > unquoted.split(',').length ? ';' : ',';
}

async function* decode(bytes: AsyncIterable<Uint8Array>, encoding: CsvEncoding): AsyncIterable<string> {
  // Without `stream`, Node 20 misreads the bytes 0x80 to 0x9F of Windows-1252.
  const decoder = new TextDecoder(encoding);
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** All records that hold something, the header included; a first one that is a `sep=` line left out. */
async function* scan(text: AsyncIterable<string>, layout: CsvLayout): CsvRecords {
  const scanner = new CsvScanner(layout);
  let isFirst = true;
  function* filled(records: Iterable<ScannedRecord>) {
    for (const record of records) {
      if (!isFilled(record)) continue;
      if (!isFirst || !isDelimiterLine(record)) yield record;
      isFirst = false;
    }
  }
  for await (const piece of text) yield filled(scanner.push(piece));
  yield filled(scanner.end());
}

function isFilled(record: ScannedRecord): boolean {
  return !('cells' in record) || record.cells.some((cell) => cell.trim() !== '');
}

function isDelimiterLine(record: ScannedRecord): boolean {
  return 'cells' in record && /^sep=[,;]?$/i.test(record.cells.join('').trim());
}

async function readHeader(scanned: CsvRecords, options: ReadingOptions): Promise<CsvHeader> {
  for await (const records of scanned) {
    for (const record of records) {
      if (!('cells' in record)) throw invalidHeader(record.reason);
      return toHeader(record.cells, options);
    }
  }
  throw new RefusedCsv(CSV_FILE_PROBLEMS.empty);
}

/** Fails with a `RefusedCsv` that tells the heading, so that its columns can be matched by hand. */
export function toHeader(cells: readonly string[], options: ReadingOptions): CsvHeader {
  if (cells.slice(MAX_COLUMNS).some((cell) => cell.trim() !== '')) throw new RefusedCsv(TOO_WIDE);
  try {
    return { indexes: findColumns(cells, options), width: cells.length };
  } catch (error) {
    if (error instanceof RefusedCsv) error.heading = cells;
    throw error;
  }
}

async function* belowHeader(scanned: CsvRecords): CsvRecords {
  let position = 0;
  function* rows(records: Iterable<ScannedRecord>) {
    for (const record of records) {
      if (position > CSV_MAX_ROWS) throw new RefusedCsv(CSV_FILE_PROBLEMS.tooManyRows, 'too_many_rows');
      if (position > 0) yield record;
      position += 1;
    }
  }
  for await (const records of scanned) yield rows(records);
  if (position < 2) throw new RefusedCsv(CSV_FILE_PROBLEMS.noRows);
}

/**
 * Finds the columns in the cells of a header row: by name, in any order, ignoring case and a byte order mark. The
 * optional ones may be missing. An unknown or repeated name is refused, so that no column is dropped silently.
 */
export function findColumns(
  cells: readonly string[],
  { isUpdate = false, names = {} }: ReadingOptions = {},
): CsvIndexes {
  const indexes: CsvIndexes = {};
  for (const [position, cell] of cells.entries()) {
    const heading = toPlainText(cell);
    const given = Object.hasOwn(names, normalizeName(heading)) ? names[normalizeName(heading)] : undefined;
    const name = given === undefined ? heading.toLowerCase() : (given ?? '');
    if (name === '') continue;
    if (!isCsvColumn(name)) throw invalidHeader(`coluna desconhecida "${toReadable(name)}"`);
    if (indexes[name] !== undefined) throw invalidHeader(`coluna ${name} repetida`);
    indexes[name] = position;
  }
  const isNeeded = (column: CsvColumn) => (isUpdate ? column === 'sku' : isRequiredColumn(column));
  const missing = CSV_COLUMNS.filter((column) => indexes[column] === undefined && isNeeded(column));
  if (missing.length > 0) throw invalidHeader(`falta ${missing.join(', ')}`);
  return indexes;
}

function invalidHeader(what: string): RefusedCsv {
  return new RefusedCsv(`Cabeçalho inválido: ${what}. ${EXPECTED_COLUMNS}`);
}

// What stands in an unknown header cell may be a whole binary file.
function toReadable(name: string): string {
  return /^.{0,40}/u.exec(name.slice(0, 400).replace(/[\p{C}\p{Z}]+/gu, ' '))?.[0] ?? '';
}
