import { toPlainText } from '@esteira/domain/text/plain-text';
import { CSV_COLUMNS, type CsvColumn } from './csv-columns';
import { isExportedStock, isOnlyExported } from './exported-stock';
import { escapesLineBreaks } from './foreign-headings';
import {
  CSV_FILE_PROBLEMS,
  CSV_MAX_ROWS,
  type CsvCells,
  type CsvHeader,
  type CsvIndexes,
  EXPECTED_COLUMNS,
  isCsvColumn,
  isRequiredColumn,
  normalizeName,
  PRICE_COLUMNS,
} from './product-csv';
import { type CsvLayout, CsvScanner, type ScannedRecord } from './scan/csv-scanner';
import { type CsvEncoding, decodeText, detectEncoding, type FoundEncoding } from './scan/encodings';
import { type CsvRecords, findHeading, isFilled, type RateRow, type TableSource } from './scan/heading-row';
import { detectLayout } from './scan/layout';
import { suggestColumn } from './suggest-column';

/** The bytes of one file from its beginning, at every call. A piece is valid until the next one is asked for. */
export type CsvBytes = () => AsyncIterable<Uint8Array>;

/** A file whose header is that of a product CSV. */
export interface ProductCsv extends ProductSheet, FoundEncoding {
  layout: CsvLayout;
}

/** A table of products, whatever kind of file it is in. */
export interface ProductSheet {
  header: CsvHeader;
  /** Where the header stands: the sheet, null in a CSV, and the line. */
  place: { sheet: string | null; line: number };
  /** The columns that the sheet hides. They are read like the others. */
  hiddenColumns: readonly CsvColumn[];
  /**
   * The records below the header from the first on, blank ones left out. Fails with `RefusedCsv` when there are none,
   * or more than `CSV_MAX_ROWS`.
   */
  rows(): CsvRecords;
  /** How many of the rows that were read last the sheet hides. */
  countHidden(): number;
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
  /** How many rows were left out because they are hidden, where that is why. */
  hiddenRows = 0;
  /** What was found of the letters of a CSV before it was refused. */
  encoding: FoundEncoding | null = null;
}

/** A table of products has nine columns; other programs export dozens beside them, and shops with attributes more. */
export const MAX_COLUMNS = 300;
export const TOO_WIDE = `A planilha tem mais de ${MAX_COLUMNS} colunas. Deixe só as colunas dos produtos e envie de novo.`;

/** No heading that means a column is longer. */
const MAX_HEADING_LENGTH = 100;
const ALL_HIDDEN =
  'Todas as linhas da planilha estão ocultas. Mostre no Excel as que devem entrar e envie de novo.';

export interface ReadingOptions {
  /** The file updates products by their SKU: every other column may be missing. */
  isUpdate?: boolean;
  /** What the seller says that columns of the file are, by `normalizeName` of their heading. */
  names?: ColumnNames;
  /** What the seller says that stands in each row of a column that the file lacks; an update leaves such a column alone. */
  constants?: CsvCells;
  /** What the seller says that the letters of a CSV are stored as. */
  encoding?: CsvEncoding | null;
  /** Rows that a sheet hides are read too. */
  withHidden?: boolean;
}

/** The product's column that a column of a file stands for; null: none, it is left out. */
export type ColumnNames = Readonly<Record<string, CsvColumn | null>>;

/**
 * Finds encoding, separator, line break and header of a product file (docs/product-rules/csv-import.md#csv-format), reading it
 * once to its end. Fails with `RefusedCsv`.
 */
export async function readProductCsv(bytes: CsvBytes, options: ReadingOptions = {}): Promise<ProductCsv> {
  const found = await detectEncoding(bytes);
  if (found === null) throw new RefusedCsv(`O arquivo não é um CSV. ${EXPECTED_COLUMNS}`);
  const read = { ...found, encoding: options.encoding ?? found.encoding };
  const decode = () => decodeText(bytes(), read.encoding);
  const layout = await detectLayout(decode(), rateBy(options));
  if (layout === null) throw new RefusedCsv(CSV_FILE_PROBLEMS.empty);
  const source: TableSource = { name: null, records: () => scan(decode(), layout), isHidden: () => false };
  try {
    return { ...read, layout, ...(await toProductSheet([source], options)) };
  } catch (error) {
    if (error instanceof RefusedCsv) error.encoding = read;
    throw error;
  }
}

const AMOUNTS: readonly CsvColumn[] = [...PRICE_COLUMNS, 'estoque'];

/** Finds the table of products in those of a file. Fails with `RefusedCsv` where there is none. */
export async function toProductSheet(
  sources: readonly TableSource[],
  options: ReadingOptions,
): Promise<ProductSheet> {
  const heading = await findHeading(sources, rateBy(options));
  if (heading === null) throw new RefusedCsv(CSV_FILE_PROBLEMS.empty);
  const { source, record } = heading;
  if (!('cells' in record)) throw invalidHeader(record.reason);
  const header = toHeader(record.cells, options);
  const amounts = new Set(AMOUNTS.flatMap((column) => header.indexes[column] ?? []));
  const below = new RowsBelow(record.line, options.withHidden ?? false);
  return {
    header,
    place: { sheet: source.name, line: record.line },
    hiddenColumns: CSV_COLUMNS.filter((column) => source.isHidden(header.indexes[column] ?? -1)),
    rows: () => below.read(source.records(amounts)),
    countHidden: () => below.hidden,
  };
}

/** Rates rows by the columns that they name, as the template does, as the seller said or as others call them. */
function rateBy(options: ReadingOptions): RateRow {
  const { names = {} } = options;
  return (cells) => {
    const known = new Set<CsvColumn>();
    for (const cell of cells.slice(0, MAX_COLUMNS)) {
      if (cell.length > MAX_HEADING_LENGTH) continue;
      const name = normalizeName(cell);
      const column = Object.hasOwn(names, name) ? names[name] : suggestColumn(cell);
      if (column) known.add(column);
    }
    return { known: known.size, isWhole: known.size > 0 && isHeader(cells, options) };
  };
}

function isHeader(cells: readonly string[], options: ReadingOptions): boolean {
  try {
    toHeader(cells, options);
    return true;
  } catch (error) {
    if (error instanceof RefusedCsv) return false;
    throw error;
  }
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

function isDelimiterLine(record: ScannedRecord): boolean {
  return 'cells' in record && /^\uFEFF?sep=\S?$/i.test(record.cells.join('').trim());
}

/** Fails with a `RefusedCsv` that tells the heading, so that its columns can be matched by hand. */
export function toHeader(cells: readonly string[], options: ReadingOptions): CsvHeader {
  if (cells.slice(MAX_COLUMNS).some((cell) => cell.trim() !== '')) throw new RefusedCsv(TOO_WIDE);
  try {
    const { isUpdate = false, names = {} } = options;
    const constants = isUpdate ? {} : (options.constants ?? {});
    const isMatched = Object.keys(names).length > 0;
    const exportedStock = cells.findIndex(isExportedStock);
    return {
      ...{ indexes: findColumns(cells, { ...options, constants }), width: cells.length },
      ...{ heading: cells, constants, isMatched, escapesLineBreaks: escapesLineBreaks(cells) },
      ...(exportedStock === -1 ? {} : { exportedStock }),
    };
  } catch (error) {
    if (error instanceof RefusedCsv) error.heading = cells;
    throw error;
  }
}

/** The rows of a table below its heading. */
class RowsBelow {
  /** How many of them are hidden; in a reading that was not ended, how many so far. */
  hidden = 0;

  constructor(
    private readonly headingLine: number,
    private readonly withHidden: boolean,
  ) {}

  async *read(records: CsvRecords): CsvRecords {
    this.hidden = 0;
    let count = 0;
    const take = (record: ScannedRecord) => {
      if (record.line <= this.headingLine || !isFilled(record)) return false;
      if (record.isHidden) this.hidden += 1;
      if (record.isHidden && !this.withHidden) return false;
      count += 1;
      if (count > CSV_MAX_ROWS) throw new RefusedCsv(CSV_FILE_PROBLEMS.tooManyRows, 'too_many_rows');
      return true;
    };
    function* taken(piece: Iterable<ScannedRecord>) {
      for (const record of piece) if (take(record)) yield record;
    }
    for await (const piece of records) yield taken(piece);
    if (count === 0) throw this.refuseEmpty();
  }

  private refuseEmpty(): RefusedCsv {
    const refusal = new RefusedCsv(this.hidden > 0 ? ALL_HIDDEN : CSV_FILE_PROBLEMS.noRows);
    refusal.hiddenRows = this.hidden;
    return refusal;
  }
}

/**
 * Finds the columns in the cells of a header row: by name, in any order, ignoring case and a byte order mark. The
 * optional ones may be missing. An unknown or repeated name is refused, so that no column is dropped silently.
 */
export function findColumns(
  cells: readonly string[],
  { isUpdate = false, names = {}, constants = {} }: ReadingOptions = {},
): CsvIndexes {
  const indexes: CsvIndexes = {};
  for (const [position, cell] of cells.entries()) {
    if (isOnlyExported(cell)) continue;
    const heading = toPlainText(cell);
    const given = Object.hasOwn(names, normalizeName(heading)) ? names[normalizeName(heading)] : undefined;
    const name = given === undefined ? heading.toLowerCase() : (given ?? '');
    if (name === '') continue;
    if (!isCsvColumn(name)) throw invalidHeader(`coluna desconhecida "${toReadable(name)}"`);
    if (indexes[name] !== undefined) throw invalidHeader(`coluna ${name} repetida`);
    indexes[name] = position;
  }
  const isNeeded = (column: CsvColumn) => (isUpdate ? column === 'sku' : isRequiredColumn(column));
  const missing = CSV_COLUMNS.filter(
    (column) => (indexes[column] ?? constants[column]) === undefined && isNeeded(column),
  );
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
