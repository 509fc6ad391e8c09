import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { type SupplierLookup, supplierLookup, validateRow } from '@esteira/validators/csv/product-csv';
import {
  type ProductSheet,
  type ReadingOptions,
  RefusedCsv,
  readProductCsv,
} from '@esteira/validators/csv/read-product-csv';
import type { ScannedRecord } from '@esteira/validators/csv/scan/csv-scanner';
import { readProductXlsx } from '@esteira/validators/xlsx/read-product-xlsx';
import { and, eq, isNull } from 'drizzle-orm';
import { AppError, invalidField } from '../../../core/errors';
import { oneByOne } from '../../../core/time/in-steps';
import { type InsertedRows, type RowBatch, toNewRow, toRowErrors } from './insert-products';
import { openSpoolFile, type SpoolFile, type UploadedFile } from './upload';

/** Rows per transaction at most: enough to be fast, few enough that sales and other requests hardly wait. */
const BATCH = 500;
const ERROR_BLOCK = 64 * 1024;

/**
 * Reads the whole file once before anything is written: encoding, layout, header, number of rows.
 * Fails with `invalid` or `too_large` and what was expected.
 */
export async function checkFile(file: UploadedFile, options: ReadingOptions = {}): Promise<ProductSheet> {
  try {
    const sheet = await openSheet(file, options);
    for await (const rows of sheet.rows()) for (const _ of rows);
    return sheet;
  } catch (error) {
    if (!(error instanceof RefusedCsv)) throw error;
    if (error.reason === 'too_many_rows') throw new AppError('too_large', error.message, { cause: error });
    throw invalidField('arquivo', error.message);
  }
}

async function openSheet(
  { spool, isWorkbook }: UploadedFile,
  options: ReadingOptions,
): Promise<ProductSheet> {
  if (!isWorkbook) return readProductCsv(() => spool.chunks(), options);
  return readProductXlsx({ size: await spool.size(), read: spool.read }, options);
}

/**
 * Writes a file's batches one after the other. Each `write` is one transaction, tried again when the database ended it
 * to break a deadlock: no sale and no other seller waits for the whole file. Closes the result when a batch fails.
 */
export async function writeBatches<Batch>(
  result: ImportResult,
  batches: AsyncIterable<Batch> | Iterable<Batch>,
  write: (batch: Batch) => Promise<AddedRows>,
): Promise<void> {
  try {
    for await (const batch of batches) {
      await result.add(await retryingDeadlocks(() => write(batch)));
      // The embedded database answers without the event loop: other requests run here.
      await yieldToEventLoop();
    }
  } catch (error) {
    await result.close();
    throw error;
  }
}

/** The file's rows, validated, a batch at a time. */
export async function* readBatches(
  db: Database,
  usuarioId: string,
  csv: ProductSheet,
): AsyncIterable<RowBatch> {
  const findSupplier = await loadSuppliers(db, usuarioId);
  for await (const records of inBatches(csv)) {
    const batch: RowBatch = { rows: [], errors: [] };
    for await (const record of oneByOne(records)) {
      const row = validateRow(record, csv.header, findSupplier);
      if (row.ok) batch.rows.push(toNewRow(record.line, row.product));
      else batch.errors.push(...toRowErrors(record.line, row.problems));
    }
    yield batch;
  }
}

/** The file's records, as many as a transaction takes at a time. */
export async function* inBatches(csv: ProductSheet): AsyncIterable<ScannedRecord[]> {
  let batch: ScannedRecord[] = [];
  for await (const records of csv.rows()) {
    for (const record of records) {
      batch.push(record);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Finds the seller's suppliers as the cells of a file name them. */
export async function loadSuppliers(db: Database, usuarioId: string): Promise<SupplierLookup> {
  const rows = await db
    .select({ id: suppliers.id, nome: suppliers.nome })
    .from(suppliers)
    .where(and(eq(suppliers.usuario_id, usuarioId), isNull(suppliers.excluido_em)));
  return supplierLookup(rows);
}

type AddedRows = Pick<InsertedRows, 'created' | 'errors'> & { updated?: number };

/** What came of an import. Sentences beyond one block wait on disk: a hopeless file has hundreds of thousands. */
export class ImportResult {
  created = 0;
  /** Null: the import only creates. */
  updated: number | null;
  /** What takes the import back; null where nothing was recorded. */
  changeSetId: string | null = null;
  /** How the file was read (`listNotices`). */
  notices: readonly string[] = [];
  private block = '';
  private isFirst = true;
  private spool: SpoolFile | null = null;

  constructor({ countsUpdates = false } = {}) {
    this.updated = countsUpdates ? 0 : null;
  }

  async add({ created, updated = 0, errors }: AddedRows): Promise<void> {
    this.created += created;
    if (this.updated !== null) this.updated += updated;
    for (const { sentence } of errors) {
      this.block += `${this.isFirst ? '' : ','}${JSON.stringify(sentence)}`;
      this.isFirst = false;
    }
    if (this.block.length < ERROR_BLOCK) return;
    this.spool ??= await openSpoolFile();
    await this.spool.append(Buffer.from(this.block));
    this.block = '';
  }

  /** The answer as JSON, in pieces. */
  async *json(): AsyncIterable<Uint8Array> {
    const updates = this.updated === null ? '' : `"produtos_atualizados":${this.updated},`;
    yield Buffer.from(`{"produtos_criados":${this.created},${updates}"erros":[`);
    if (this.spool !== null) for await (const piece of this.spool.chunks()) yield Buffer.from(piece);
    const notices = this.notices.length === 0 ? '' : `,"avisos":${JSON.stringify(this.notices)}`;
    yield Buffer.from(`${this.block}]${notices}}`);
  }

  async close(): Promise<void> {
    await this.spool?.close();
    this.spool = null;
  }
}
