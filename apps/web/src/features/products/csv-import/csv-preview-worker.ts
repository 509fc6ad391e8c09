import type { CsvLayout, ScannedRecord } from '@esteira/validators/csv/csv-scanner';
import {
  CSV_COLUMNS,
  type CsvCells,
  type CsvColumn,
  type CsvHeader,
  nameCells,
  type RowProblem,
  SKU_REPEATED,
  type SupplierLookup,
  supplierLookup,
  validateRow,
} from '@esteira/validators/csv/product-csv';
import { type CsvEncoding, RefusedCsv, readProductCsv } from '@esteira/validators/csv/read-product-csv';
import { z } from 'zod';
import { ProblemCollector } from './csv-problems';

// The page's security policy forbids compiling text, which zod would try here: a worker has no document.
z.config({ jitless: true });

export interface PreviewRequest {
  file: File;
  /** null: not known, so none is checked. */
  suppliers: { id: string; nome: string }[] | null;
}

export type PreviewReply =
  | { kind: 'progress'; fraction: number }
  | { kind: 'done'; result: PreviewResult }
  | { kind: 'unreadable' };

export interface PreviewRow {
  line: number;
  /** What stands in each column; empty when the line cannot be read. */
  cells: CsvCells;
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

const PIECE_BYTES = 64 * 1024;
/** Often enough to see it move. */
const PROGRESS_MS = 100;
/** How many rows of each kind the table shows. */
const SHOWN_ROWS = 50;
/** A cell may hold a whole page of text; the table shows where it begins. */
const SHOWN_TEXT = 80;

const anySupplier: SupplierLookup = (cell) => ({ ok: true, id: cell });

self.addEventListener('message', ({ data }: MessageEvent<PreviewRequest>) => {
  void answer(data);
});

async function answer({ file, suppliers }: PreviewRequest): Promise<void> {
  let toldAt = 0;
  function onProgress(fraction: number) {
    const now = performance.now();
    if (now - toldAt < PROGRESS_MS) return;
    toldAt = now;
    reply({ kind: 'progress', fraction });
  }

  try {
    const findSupplier = suppliers === null ? anySupplier : supplierLookup(suppliers);
    reply({ kind: 'done', result: await previewCsv(file, { findSupplier, onProgress }) });
  } catch {
    // The file changed, moved or vanished after it was chosen.
    reply({ kind: 'unreadable' });
  }
}

function reply(message: PreviewReply): void {
  self.postMessage(message);
}

/**
 * Reads a file as the import will and validates every row. Of the rows only the shown ones are kept, and of all
 * others their SKUs, at most 200,000 short texts.
 */
export async function previewCsv(file: Blob, options: PreviewOptions): Promise<PreviewResult> {
  let read = 0;
  async function* pieces() {
    for (read = 0; read < file.size; ) {
      const piece = new Uint8Array(await file.slice(read, read + PIECE_BYTES).arrayBuffer());
      read += piece.byteLength;
      yield piece;
    }
  }
  try {
    const { encoding, layout, header, rows } = await readProductCsv(pieces);
    const reader = new PreviewReader(header, options.findSupplier);
    for await (const records of rows()) {
      for (const record of records) reader.take(record);
      options.onProgress?.(read / file.size);
    }
    return { ok: true, preview: { encoding, delimiter: layout.delimiter, ...reader.finish() } };
  } catch (error) {
    if (error instanceof RefusedCsv) return { ok: false, detail: error.message };
    throw error;
  }
}

class PreviewReader {
  private rows = 0;
  private badRows = 0;
  private readonly firstRows: PreviewRow[] = [];
  private readonly firstBadRows: PreviewRow[] = [];
  private readonly problems = new ProblemCollector();
  private readonly skus = new Set<string>();

  constructor(
    private readonly header: CsvHeader,
    private readonly findSupplier: SupplierLookup,
  ) {}

  take(record: ScannedRecord): void {
    this.rows += 1;
    const problems = this.validate(record);
    const isBad = problems.length > 0;
    if (isBad) this.badRows += 1;
    for (const problem of problems) this.problems.add(record.line, problem);
    const isShown = this.firstRows.length < SHOWN_ROWS;
    const isShownAsBad = isBad && this.firstBadRows.length < SHOWN_ROWS;
    if (!isShown && !isShownAsBad) return;

    const row = { line: record.line, cells: shorten(record, this.header), problems };
    if (isShown) this.firstRows.push(row);
    if (isShownAsBad) this.firstBadRows.push(row);
  }

  finish(): Omit<CsvPreview, 'encoding' | 'delimiter'> {
    const { header, rows, badRows, firstRows, firstBadRows } = this;
    const columns = CSV_COLUMNS.filter((column) => header.indexes[column] !== undefined);
    return { columns, rows, badRows, firstRows, firstBadRows, ...this.problems.finish() };
  }

  /** Only a row that is created takes its SKU, as on the server. */
  private validate(record: ScannedRecord): RowProblem[] {
    const row = validateRow(record, this.header, this.findSupplier);
    if (!row.ok) return row.problems;
    const sku = row.product.sku?.toLowerCase();
    if (sku === undefined) return [];
    if (this.skus.has(sku)) return [{ column: 'sku', reason: SKU_REPEATED }];
    this.skus.add(sku);
    return [];
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
