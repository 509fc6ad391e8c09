import { allowLongStatements, type Database } from '@esteira/db/database';
import { findPostgresFailure } from '@esteira/db/postgres/postgres-errors';
import { newId } from '@esteira/db/schema/columns';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { type SupplierLookup, supplierLookup } from '@esteira/validators/csv/product-csv';
import {
  type ProductSheet,
  type ReadingOptions,
  RefusedCsv,
  readProductCsv,
} from '@esteira/validators/csv/read-product-csv';
import { readProductXlsx } from '@esteira/validators/xlsx/read-product-xlsx';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../core/actor';
import { AppError, invalidField } from '../../../core/errors';
import type { OwnChangeSet } from '../changes/change-set';
import {
  type ImportRun,
  type InsertedRows,
  insertProducts,
  type RowBatch,
  RowCollector,
} from './insert-products';
import { openSpoolFile, type SpoolFile, type UploadedFile } from './upload';

/** Rows per statement at most: enough to be fast, few enough to leave the event loop to others in between. */
const BATCH = 500;
/** serialization_failure and deadlock_detected: nothing was written, the same work may be tried again. */
const RETRIED = new Set(['40001', '40P01']);
const ATTEMPTS = 3;
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
 * Creates the file's valid products and tells what is wrong with the other rows, in one transaction. Memory does not
 * grow with the file: rows are read, validated and written a batch at a time, and many errors wait on disk. The
 * caller closes the errors.
 */
export async function importProducts(db: Database, actor: Actor, csv: ProductSheet): Promise<ImportResult> {
  for (let attempt = 1; ; attempt += 1) {
    const result = new ImportResult();
    result.changeSetId = newId();
    try {
      const key = { ...actor, loteId: result.changeSetId };
      await db.transaction((tx) => writeRows(tx, { key, csv, result }));
      return result;
    } catch (error) {
      await result.close();
      if (attempt === ATTEMPTS || !RETRIED.has(findPostgresFailure(error)?.code ?? '')) throw error;
    }
  }
}

interface Import {
  key: OwnChangeSet;
  csv: ProductSheet;
  result: ImportResult;
}

async function writeRows(tx: Database, { key, csv, result }: Import): Promise<void> {
  const { usuarioId } = key;
  await allowLongStatements(tx);
  // Two imports of one seller, on whichever instances, would wait for each other's SKUs in a circle.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${usuarioId}, 0))`);
  const run: ImportRun = { ...key, transactions: [] };
  let earlier: Promise<void> = Promise.resolve();
  let writing = earlier;
  try {
    for await (const batch of readBatches(tx, usuarioId, csv)) {
      // Two are with the database: it goes on with the second at once, while the next is read and validated.
      await earlier;
      earlier = writing;
      writing = addAfter(earlier, insertProducts(tx, run, batch), result);
      // A failure surfaces when this is awaited.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
}

/**
 * Adds what was written, in the order of the batches. Fails as the first of them that failed: after it, all in its
 * transaction tell only that something did.
 */
export async function addAfter(
  earlier: Promise<void>,
  writing: Promise<AddedRows>,
  result: ImportResult,
): Promise<void> {
  const [, written] = await Promise.allSettled([earlier, writing]);
  if (written.status === 'fulfilled') await result.add(written.value);
  await earlier;
  if (written.status === 'rejected') throw written.reason;
}

/** The file's rows, validated, a batch at a time. */
export async function* readBatches(
  db: Database,
  usuarioId: string,
  csv: ProductSheet,
): AsyncIterable<RowBatch> {
  const findSupplier = await loadSuppliers(db, usuarioId);
  let batch = new RowCollector(csv.header, findSupplier);
  for await (const records of csv.rows()) {
    for (const record of records) {
      batch.add(record);
      if (batch.rows < BATCH) continue;
      yield batch.finish();
      batch = new RowCollector(csv.header, findSupplier);
    }
  }
  if (batch.rows > 0) yield batch.finish();
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
