import {
  CSV_FILE_PROBLEMS,
  type CsvHeader,
  csvLayoutOf,
  nonTextProblem,
  readHeader,
  recordFilter,
} from '@esteira/validators/csv/csv-file';
import { type CsvLayout, CsvScanner, type ScannedRecord } from '@esteira/validators/csv/csv-scanner';
import {
  CSV_COLUMNS,
  CSV_MAX_ROWS,
  type CsvColumn,
  type CsvRecord,
} from '@esteira/validators/csv/product-csv';
import {
  judgeRow,
  namedCells,
  type RowProblem,
  SKU_REPEATED,
  type SupplierLookup,
} from '@esteira/validators/csv/validate-row';
import { ProblemCollector } from './csv-problems';

/** As the server reads its copy: what a first piece tells about a file must be the same on both sides. */
const PIECE = 64 * 1024;
/** How many rows of each kind the table shows. */
const SHOWN_ROWS = 50;
/** A cell may hold a whole page of text; the table shows where it begins. */
const SHOWN_TEXT = 80;

export type CsvEncoding = 'utf-8' | 'windows-1252';

export interface PreviewRow {
  line: number;
  /** What stands in each column; empty when the line cannot be read. */
  cells: CsvRecord;
  problems: RowProblem[];
}

export interface CsvPreview {
  encoding: CsvEncoding;
  delimiter: CsvLayout['delimiter'];
  /** The file's columns in the template's order. */
  columns: CsvColumn[];
  rows: number;
  badRows: number;
  firstRows: PreviewRow[];
  firstBadRows: PreviewRow[];
  problemCount: number;
  /** The first problems, each as the import words it. */
  problems: string[];
  /** Every problem as a CSV; null when there is none. */
  problemFile: Blob | null;
}

/** `detail`: why the import would refuse the whole file. */
export type PreviewResult = { ok: true; preview: CsvPreview } | { ok: false; detail: string };

interface PreviewOptions {
  findSupplier: SupplierLookup;
  /** Told how much was read, from 0 to 1. */
  onProgress?: (fraction: number) => void;
}

class RefusedFile extends Error {}

/** Reads a file as the import will and judges every row; memory does not grow with the number of rows. */
export async function previewCsv(file: Blob, options: PreviewOptions): Promise<PreviewResult> {
  try {
    const encoding = await detectEncoding(file);
    const layout = await detectLayout(file, encoding);
    const reader = new PreviewReader(options.findSupplier);
    const keep = recordFilter();
    const scanner = new CsvScanner(layout);
    for await (const { text, fraction } of decoded(file, encoding)) {
      reader.take(keep(scanner.push(text)));
      options.onProgress?.(fraction);
    }
    reader.take(keep(scanner.end()));
    return { ok: true, preview: { encoding, delimiter: layout.delimiter, ...reader.finish() } };
  } catch (error) {
    if (error instanceof RefusedFile) return { ok: false, detail: error.message };
    throw error;
  }
}

class PreviewReader {
  private header: CsvHeader | null = null;
  private rows = 0;
  private badRows = 0;
  private readonly firstRows: PreviewRow[] = [];
  private readonly firstBadRows: PreviewRow[] = [];
  private readonly problems = new ProblemCollector();
  private readonly skus = new Set<string>();

  constructor(private readonly findSupplier: SupplierLookup) {}

  take(records: Iterable<ScannedRecord>): void {
    for (const record of records) {
      if (this.header === null) this.header = headerOf(record);
      else this.takeRow(record, this.header);
    }
  }

  finish(): Omit<CsvPreview, 'encoding' | 'delimiter'> {
    const { header, rows, badRows, firstRows, firstBadRows } = this;
    if (header === null) throw new RefusedFile(CSV_FILE_PROBLEMS.empty);
    if (rows === 0) throw new RefusedFile(CSV_FILE_PROBLEMS.noRows);
    const columns = CSV_COLUMNS.filter((column) => header.indexes[column] !== undefined);
    return { columns, rows, badRows, firstRows, firstBadRows, ...this.problems.finish() };
  }

  private takeRow(record: ScannedRecord, header: CsvHeader): void {
    this.rows += 1;
    if (this.rows > CSV_MAX_ROWS) throw new RefusedFile(CSV_FILE_PROBLEMS.tooManyRows);
    const problems = this.judge(record, header);
    const isBad = problems.length > 0;
    if (isBad) this.badRows += 1;
    for (const problem of problems) this.problems.add(record.linha, problem);
    const isShown = this.firstRows.length < SHOWN_ROWS;
    if (!isShown && !(isBad && this.firstBadRows.length < SHOWN_ROWS)) return;

    const row = { line: record.linha, cells: shownCells(record, header), problems };
    if (isShown) this.firstRows.push(row);
    if (isBad && this.firstBadRows.length < SHOWN_ROWS) this.firstBadRows.push(row);
  }

  /** Only a row that is created takes its SKU, as on the server. */
  private judge(record: ScannedRecord, header: CsvHeader): RowProblem[] {
    const judged = judgeRow(record, header, this.findSupplier);
    if (!judged.ok) return judged.erros;
    const sku = judged.produto.sku?.toLowerCase();
    if (sku === undefined) return [];
    if (this.skus.has(sku)) return [{ coluna: 'sku', motivo: SKU_REPEATED }];
    this.skus.add(sku);
    return [];
  }
}

function headerOf(record: ScannedRecord): CsvHeader {
  const result = readHeader(record);
  if (!result.ok) throw new RefusedFile(result.detail);
  return result.header;
}

function shownCells(record: ScannedRecord, header: CsvHeader): CsvRecord {
  if (!('celulas' in record)) return {};
  const cells = namedCells(record.celulas, header);
  for (const column of CSV_COLUMNS) {
    const text = cells[column];
    if (text !== undefined && text.length > SHOWN_TEXT) cells[column] = `${text.slice(0, SHOWN_TEXT)}…`;
  }
  return cells;
}

/** UTF-8 when every byte of the file fits it, else what Excel in Brazil saves (decisions §7). */
async function detectEncoding(file: Blob): Promise<CsvEncoding> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const piece of pieces(file)) {
      const problem = isFirst ? nonTextProblem(piece) : null;
      if (problem !== null) throw new RefusedFile(problem);
      isFirst = false;
      strict.decode(piece, { stream: true });
    }
    strict.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

async function detectLayout(file: Blob, encoding: CsvEncoding): Promise<CsvLayout> {
  for await (const { text } of decoded(file, encoding)) {
    const layout = csvLayoutOf(text);
    if (layout !== null) return layout;
  }
  return { delimiter: ',', lineBreak: '\n' };
}

async function* decoded(file: Blob, encoding: CsvEncoding) {
  const decoder = new TextDecoder(encoding);
  let read = 0;
  for await (const piece of pieces(file)) {
    read += piece.byteLength;
    yield { text: decoder.decode(piece, { stream: true }), fraction: read / file.size };
  }
  yield { text: decoder.decode(), fraction: 1 };
}

async function* pieces(file: Blob): AsyncIterable<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE) {
    yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
  }
}
