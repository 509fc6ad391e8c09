import { CSV_COLUMNS, type CsvColumn } from '@esteira/validators/csv/csv-columns';
import { isWorkbookName } from '@esteira/validators/csv/file-name';
import {
  type CsvCells,
  type CsvHeader,
  columnsOf,
  nameCells,
  type RowProblem,
  type SupplierLookup,
} from '@esteira/validators/csv/product-csv';
import {
  type ColumnNames,
  type ProductSheet,
  type ReadingOptions,
  RefusedCsv,
  readProductCsv,
} from '@esteira/validators/csv/read-product-csv';
import type { CsvLayout, ScannedRecord } from '@esteira/validators/csv/scan/csv-scanner';
import type { CsvEncoding, FoundEncoding } from '@esteira/validators/csv/scan/encodings';
import { type Correction, createCorrector } from './corrections';
import { ProblemCollector } from './csv-problems';
import { type RowKind, RowValidator, type StoredSkus, type ValidatedRow } from './row-validator';

export interface PreviewRow extends ValidatedRow {
  line: number;
  /** What stands in each column; empty when the line cannot be read. */
  cells: CsvCells;
  /** The whole text of each wrong cell, and how many cells of its column are wrong with the same text. */
  wrong: Partial<Record<CsvColumn, { text: string; equal: number }>>;
}

/** The rows that a preview can be narrowed to. */
export type PreviewView = RowKind | 'warned';

export interface CsvPreview {
  /** How a CSV is written; null: it is a workbook. */
  format: (FoundEncoding & Pick<CsvLayout, 'delimiter'>) | null;
  /** Where the heading stands. */
  place: ProductSheet['place'];
  /** What a sheet hides: how many rows, and which columns. */
  hidden: { rows: number; columns: readonly CsvColumn[] };
  isUpdate: boolean;
  /** The file's columns in the template's order. */
  columns: CsvColumn[];
  heading: readonly string[];
  /** The headings of the columns that are not imported. */
  ignored: readonly string[];
  rows: number;
  /** How many rows of each kind there are. */
  counts: Record<PreviewView, number>;
  firstRows: PreviewRow[];
  /** The first rows of each kind. */
  first: Record<PreviewView, PreviewRow[]>;
  /** Units sold in the last days of products whose stock the file replaces without knowing of them. */
  overwritten: number;
  /** Whether SKUs were compared with those that are stored. */
  knowsSkus: boolean;
  problemCount: number;
  /** The first problems, each as the import words it. */
  problems: string[];
  /** Every problem as a CSV; null when there is none. */
  problemFile: Blob | null;
}

/**
 * `detail`: why the import would refuse the whole file; `heading`: the file's columns, where they are why; `hiddenRows`:
 * how many rows are left out, where that is why; `encoding`: of a CSV.
 */
export type PreviewResult =
  | { ok: true; preview: CsvPreview }
  | ({ ok: false; detail: string } & Pick<RefusedCsv, 'heading' | 'hiddenRows' | 'encoding'>);

export interface PreviewOptions {
  findSupplier: SupplierLookup;
  nameSupplier?: (id: string) => string;
  isUpdate?: boolean;
  names?: ColumnNames;
  constants?: CsvCells;
  encoding?: CsvEncoding | null;
  withHidden?: boolean;
  corrections?: readonly Correction[];
  /** The seller's products that have one of the file's SKUs; null: not known. */
  findStored?: (skus: string[], positions: ReadonlyMap<string, string>) => Promise<StoredSkus | null>;
  /** Told how much was read, from 0 to 1. */
  onProgress?: (fraction: number) => void;
}

const PIECE_BYTES = 64 * 1024;
/** How many rows of each kind the table shows. */
const SHOWN_ROWS = 50;
/** A cell may hold a whole page of text; the table shows where it begins. */
const SHOWN_TEXT = 80;

type Format = NonNullable<CsvPreview['format']>;

/** Opens a file as the import will; its name says whether it is a workbook. */
export async function openFile(
  file: Blob & { name?: string },
  { isUpdate = false, names = {}, constants = {}, encoding = null, withHidden = false }: ReadingOptions,
  onRead: (bytes: number) => void = () => undefined,
): Promise<ProductSheet & { format: Format | null }> {
  const options = { isUpdate, names, constants, encoding, withHidden };
  const readPiece = async (position: number, length: number) => {
    const piece = new Uint8Array(await file.slice(position, position + length).arrayBuffer());
    onRead(position + piece.byteLength);
    return piece;
  };
  if (isWorkbookName(file.name ?? '')) {
    // Most files are none, and what unpacks them is larger than all else here.
    const { readProductXlsx } = await import('@esteira/validators/xlsx/read-product-xlsx');
    const sheet = await readProductXlsx({ size: file.size, read: readPiece }, options);
    return { ...sheet, format: null };
  }
  async function* pieces() {
    for (let read = 0; read < file.size; ) {
      const piece = await readPiece(read, PIECE_BYTES);
      read += piece.byteLength;
      yield piece;
    }
  }
  const { layout, encoding: read, isSure, samples, ...sheet } = await readProductCsv(pieces, options);
  return { ...sheet, format: { encoding: read, isSure, samples, delimiter: layout.delimiter } };
}

/**
 * Reads a file as the import will and validates every row. Of the rows only the shown ones are kept, and of all others
 * their SKUs, at most 200,000 short texts. Where some of them are stored already it is read once more, so that every
 * row is compared with its product.
 */
export async function previewCsv(file: Blob, options: PreviewOptions): Promise<PreviewResult> {
  let read = 0;
  try {
    const opened = await openFile(file, options, (bytes) => {
      read = bytes;
    });
    async function readRows(stored: StoredSkus | null) {
      const reader = new PreviewReader(opened.header, options, stored);
      for await (const records of opened.rows()) {
        for (const record of records) reader.take(record);
        options.onProgress?.(read / file.size);
      }
      return reader;
    }
    let reader = await readRows(null);
    const stored = (await options.findStored?.([...reader.skus], reader.positions)) ?? null;
    if (stored !== null && (stored.size > 0 || options.isUpdate)) reader = await readRows(stored);
    const { format, place, hiddenColumns } = opened;
    const hidden = { rows: opened.countHidden(), columns: hiddenColumns };
    return { ok: true, preview: { format, place, hidden, ...reader.finish(), knowsSkus: stored !== null } };
  } catch (error) {
    if (!(error instanceof RefusedCsv)) throw error;
    const { message: detail, heading, hiddenRows, encoding } = error;
    return { ok: false, detail, heading, hiddenRows, encoding };
  }
}

const VIEWS: readonly PreviewView[] = ['new', 'changed', 'equal', 'bad', 'warned'];

class PreviewReader {
  private rows = 0;
  private overwritten = 0;
  private readonly shown = new Map<PreviewView, ShownRows>(VIEWS.map((view) => [view, new ShownRows()]));
  private readonly firstRows: PreviewRow[] = [];
  private readonly problems = new ProblemCollector();
  private readonly validator: RowValidator;
  private readonly correct: (record: ScannedRecord) => ScannedRecord;
  /** How many cells of a column are wrong with the same text. */
  private readonly equal = new Map<string, number>();

  constructor(
    private readonly header: CsvHeader,
    private readonly options: PreviewOptions,
    stored: StoredSkus | null,
  ) {
    const { findSupplier, isUpdate = false, nameSupplier = (id) => id } = options;
    this.validator = new RowValidator({ header, findSupplier, isUpdate, stored, nameSupplier });
    this.correct = createCorrector(options.corrections ?? [], header);
  }

  get skus(): ReadonlySet<string> {
    return this.validator.skus;
  }

  get positions(): ReadonlyMap<string, string> {
    return this.validator.positions;
  }

  take(scanned: ScannedRecord): void {
    this.rows += 1;
    const record = this.correct(scanned);
    const validated = this.validator.validate(record);
    for (const problem of validated.problems) this.problems.add(record.line, problem);
    const wrong = this.countWrong(record, validated.problems);
    this.overwritten += validated.overwritten ?? 0;
    let shown: PreviewRow | undefined;
    const show = () => {
      const cells = shorten(record, this.header);
      if (validated.stock !== undefined) cells.estoque = String(validated.stock);
      shown ??= { line: record.line, cells, wrong, ...validated };
      return shown;
    };
    if (this.firstRows.length < SHOWN_ROWS) this.firstRows.push(show());
    this.shown.get(validated.kind)?.add(show);
    if (validated.warnings.length > 0) this.shown.get('warned')?.add(show);
  }

  finish(): Omit<CsvPreview, 'format' | 'place' | 'hidden' | 'knowsSkus'> {
    const { header, rows, firstRows, overwritten } = this;
    const listed = [...this.shown.values()].flatMap(({ first }) => first);
    for (const { wrong } of [...firstRows, ...listed]) {
      for (const column of CSV_COLUMNS) {
        const cell = wrong[column];
        if (cell) cell.equal = this.equal.get(`${column}:${cell.text}`) ?? 1;
      }
    }
    const entries = <T>(of: (shown: ShownRows) => T) =>
      Object.fromEntries([...this.shown].map(([view, shown]) => [view, of(shown)])) as Record<PreviewView, T>;
    const used = new Set([...Object.values(header.indexes), header.exportedStock]);
    return {
      isUpdate: this.options.isUpdate ?? false,
      columns: columnsOf(header),
      heading: header.heading,
      ignored: header.heading.filter((cell, at) => cell.trim() !== '' && !used.has(at)),
      rows,
      overwritten,
      counts: entries(({ count }) => count),
      firstRows,
      first: entries(({ first }) => first),
      ...this.problems.finish(),
    };
  }

  private countWrong(record: ScannedRecord, problems: readonly RowProblem[]): PreviewRow['wrong'] {
    const wrong: PreviewRow['wrong'] = {};
    if (!('cells' in record)) return wrong;
    const cells = problems.length > 0 ? nameCells(record.cells, this.header) : {};
    for (const { column } of problems) {
      const text = column === 'linha' ? undefined : cells[column];
      if (column === 'linha' || text === undefined) continue;
      const key = `${column}:${text}`;
      this.equal.set(key, (this.equal.get(key) ?? 0) + 1);
      wrong[column] = { text, equal: 1 };
    }
    return wrong;
  }
}

/** The first rows of a kind, and how many there are. */
class ShownRows {
  count = 0;
  readonly first: PreviewRow[] = [];

  add(show: () => PreviewRow): void {
    this.count += 1;
    if (this.first.length < SHOWN_ROWS) this.first.push(show());
  }
}

function shorten(record: ScannedRecord, header: CsvHeader): CsvCells {
  if (!('cells' in record)) return {};
  const cells = nameCells(record.cells, header);
  for (const column of CSV_COLUMNS) {
    const text = cells[column];
    if (text !== undefined && text.length > SHOWN_TEXT) cells[column] = `${text.slice(0, SHOWN_TEXT)}…`;
  }
  return cells;
}
