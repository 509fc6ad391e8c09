import { PRICE_FIELD } from '@esteira/domain/channels';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { CSV_COLUMNS, type CsvColumn } from '@esteira/validators/csv/csv-columns';
import type { CsvLayout, ScannedRecord } from '@esteira/validators/csv/csv-scanner';
import {
  type CsvCells,
  type CsvHeader,
  nameCells,
  type RowProblem,
  SKU_REPEATED,
  SKU_TAKEN,
  type SupplierLookup,
  supplierLookup,
  validateRow,
} from '@esteira/validators/csv/product-csv';
import { type CsvEncoding, RefusedCsv, readProductCsv } from '@esteira/validators/csv/read-product-csv';
import { type ProductInput, productInput } from '@esteira/validators/product';
import { z } from 'zod';
import { ProblemCollector } from './csv-problems';

// The page's security policy forbids compiling text, which zod would try here: a worker has no document.
z.config({ jitless: true });

export interface PreviewRequest {
  file: File;
  /** null: not known, so none is checked. */
  suppliers: { id: string; nome: string }[] | null;
}

/** The page's answer to `skus`: those that the seller's products have, in lower case; null: not known. */
export interface TakenSkus {
  taken: ReadonlySet<string> | null;
}

export type PreviewReply =
  | { kind: 'progress'; fraction: number }
  | { kind: 'skus'; skus: string[] }
  | { kind: 'done'; result: PreviewResult }
  | { kind: 'unreadable' };

export interface PreviewRow {
  line: number;
  /** What stands in each column; empty when the line cannot be read. */
  cells: CsvCells;
  problems: RowProblem[];
  /** What is worth a look and is imported all the same. */
  warnings: RowProblem[];
}

export interface CsvPreview {
  encoding: CsvEncoding;
  delimiter: CsvLayout['delimiter'];
  /** The file's columns in the template's order. */
  columns: CsvColumn[];
  rows: number;
  badRows: number;
  warnedRows: number;
  firstRows: PreviewRow[];
  firstBadRows: PreviewRow[];
  firstWarnedRows: PreviewRow[];
  /** Whether SKUs were compared with those that are stored. */
  knowsSkus: boolean;
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
  /** Which of the file's SKUs the seller's products have, in lower case; null: not known. */
  findTaken?: (skus: string[]) => Promise<ReadonlySet<string> | null>;
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

const BELOW_COST = 'abaixo do custo';

const anySupplier: SupplierLookup = (cell) => ({ ok: true, id: cell });

let answerSkus: (taken: ReadonlySet<string> | null) => void = () => undefined;

self.addEventListener('message', ({ data }: MessageEvent<PreviewRequest | TakenSkus>) => {
  if ('taken' in data) answerSkus(data.taken);
  else void answer(data);
});

/** Only the page can ask the server. */
function askPage(skus: string[]): Promise<ReadonlySet<string> | null> {
  return new Promise((resolve) => {
    answerSkus = resolve;
    reply({ kind: 'skus', skus });
  });
}

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
    reply({ kind: 'done', result: await previewCsv(file, { findSupplier, findTaken: askPage, onProgress }) });
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
 * others their SKUs, at most 200,000 short texts. Where some of them are stored already it is read once more, so that
 * every problem stands at its line.
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
    async function readRows(taken: ReadonlySet<string>) {
      const reader = new PreviewReader(header, options.findSupplier, taken);
      for await (const records of rows()) {
        for (const record of records) reader.take(record);
        options.onProgress?.(read / file.size);
      }
      return reader;
    }
    let reader = await readRows(new Set());
    const taken = (await options.findTaken?.([...reader.skus])) ?? null;
    if (taken !== null && taken.size > 0) reader = await readRows(taken);
    const preview = { ...reader.finish(), knowsSkus: taken !== null };
    return { ok: true, preview: { encoding, delimiter: layout.delimiter, ...preview } };
  } catch (error) {
    if (error instanceof RefusedCsv) return { ok: false, detail: error.message };
    throw error;
  }
}

class PreviewReader {
  private rows = 0;
  private readonly bad = new ShownRows();
  private readonly warned = new ShownRows();
  private readonly firstRows: PreviewRow[] = [];
  private readonly problems = new ProblemCollector();
  private readonly used = new Set<string>();
  /** Every SKU of the file that a product may have, in lower case. */
  readonly skus = new Set<string>();

  constructor(
    private readonly header: CsvHeader,
    private readonly findSupplier: SupplierLookup,
    private readonly taken: ReadonlySet<string>,
  ) {}

  take(record: ScannedRecord): void {
    this.rows += 1;
    const { problems, warnings } = this.validate(record);
    for (const problem of problems) this.problems.add(record.line, problem);
    let shown: PreviewRow | undefined;
    const show = () => {
      shown ??= { line: record.line, cells: shorten(record, this.header), problems, warnings };
      return shown;
    };
    if (this.firstRows.length < SHOWN_ROWS) this.firstRows.push(show());
    if (problems.length > 0) this.bad.add(show);
    if (warnings.length > 0) this.warned.add(show);
  }

  finish(): Omit<CsvPreview, 'encoding' | 'delimiter' | 'knowsSkus'> {
    const { header, rows, bad, warned, firstRows } = this;
    return {
      columns: CSV_COLUMNS.filter((column) => header.indexes[column] !== undefined),
      rows,
      badRows: bad.count,
      warnedRows: warned.count,
      firstRows,
      firstBadRows: bad.first,
      firstWarnedRows: warned.first,
      ...this.problems.finish(),
    };
  }

  /** Only a row that is created takes its SKU, as on the server. */
  private validate(record: ScannedRecord): { problems: RowProblem[]; warnings: RowProblem[] } {
    const row = validateRow(record, this.header, this.findSupplier);
    const sku = (row.ok ? row.product.sku : readSku(record, this.header))?.toLowerCase();
    const problems = row.ok ? [] : [...row.problems];
    if (sku !== undefined) {
      this.skus.add(sku);
      if (this.taken.has(sku)) problems.push({ column: 'sku', reason: SKU_TAKEN });
      else if (row.ok && this.used.has(sku)) problems.push({ column: 'sku', reason: SKU_REPEATED });
    }
    if (!row.ok || problems.length > 0) return { problems: problems.sort(byColumn), warnings: [] };
    if (sku !== undefined) this.used.add(sku);
    return { problems, warnings: findWarnings(row.product) };
  }
}

/** The SKU of a row that has another error; null where it has none, or one that no product may have. */
function readSku(record: ScannedRecord, header: CsvHeader): string | null {
  if (!('cells' in record)) return null;
  const sku = productInput.shape.sku.safeParse(nameCells(record.cells, header).sku);
  return sku.success ? sku.data : null;
}

const COLUMN_ORDER: readonly string[] = CSV_COLUMNS;
const byColumn = (a: RowProblem, b: RowProblem) =>
  COLUMN_ORDER.indexOf(a.column) - COLUMN_ORDER.indexOf(b.column);

/** The first rows of a kind, and how many there are. */
class ShownRows {
  count = 0;
  readonly first: PreviewRow[] = [];

  add(show: () => PreviewRow): void {
    this.count += 1;
    if (this.first.length < SHOWN_ROWS) this.first.push(show());
  }
}

/** Prices below the cost: a seller may mean them. */
function findWarnings(product: ProductInput): RowProblem[] {
  return MARKETPLACES.flatMap((marketplace) => {
    const column = PRICE_FIELD[marketplace];
    const price = product[column];
    return price !== null && price < product.preco_fornecedor ? [{ column, reason: BELOW_COST }] : [];
  });
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
