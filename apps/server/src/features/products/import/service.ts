import { allowLongStatements, type Database } from '@esteira/db/database';
import { postgresFailureOf } from '@esteira/db/postgres-errors';
import { suppliers } from '@esteira/db/schema/suppliers';
import { type SupplierLookup, supplierLookup } from '@esteira/validators/csv/validate-row';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { AppError } from '../../../core/errors';
import type { ProductCsv } from './format';
import { type Inserted, insertProducts } from './insert-products';
import { RowBatch } from './row-batch';
import { RowErrors } from './row-errors';

/** Rows per statement at most: enough to be fast, few enough to leave the event loop to others in between. */
const BATCH = 500;
/** serialization_failure and deadlock_detected: nothing was written, the same work may be tried again. */
const RETRIED = new Set(['40001', '40P01']);
const ATTEMPTS = 3;

export interface ImportResult {
  created: number;
  errors: RowErrors;
}

/**
 * Creates the file's valid products and tells what is wrong with the other rows, in one transaction
 * (decisions §7). Memory does not grow with the file: rows are read, judged and written a batch at a time.
 */
export async function importProducts(
  db: Database,
  usuarioId: string,
  csv: ProductCsv,
): Promise<ImportResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((tx) => writeRows(tx, usuarioId, csv));
    } catch (error) {
      if (!RETRIED.has(postgresFailureOf(error)?.code ?? '')) throw error;
      if (attempt < ATTEMPTS) continue;
      throw new AppError('unavailable', 'Serviço indisponível. Tente novamente em instantes.', {
        cause: error,
      });
    }
  }
}

async function writeRows(tx: Database, usuarioId: string, csv: ProductCsv): Promise<ImportResult> {
  await allowLongStatements(tx);
  // Two imports of one seller, on whichever instances, would wait for each other's SKUs in a circle.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${usuarioId}, 0))`);
  const findSupplier = await loadSuppliers(tx, usuarioId);
  const result: ImportResult = { created: 0, errors: new RowErrors() };
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const batch of judgedBatches(csv, findSupplier)) {
      await writing;
      // Meanwhile the next batch is read and judged; a failure surfaces when this is awaited.
      writing = write(tx, usuarioId, batch).then(({ created, errors }) => {
        result.created += created;
        for (const { texto } of errors) result.errors.add(texto);
      });
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
  return result;
}

async function loadSuppliers(tx: Database, usuarioId: string): Promise<SupplierLookup> {
  const rows = await tx
    .select({ id: suppliers.id, nome: suppliers.nome })
    .from(suppliers)
    .where(and(eq(suppliers.usuario_id, usuarioId), isNull(suppliers.excluido_em)));
  return supplierLookup(rows);
}

async function write(tx: Database, usuarioId: string, batch: RowBatch): Promise<Inserted> {
  const { created, errors } = await insertProducts(tx, usuarioId, batch);
  return { created, errors: [...batch.errors, ...errors].sort((a, b) => a.linha - b.linha) };
}

async function* judgedBatches(csv: ProductCsv, findSupplier: SupplierLookup): AsyncIterable<RowBatch> {
  let batch = new RowBatch(csv.header, findSupplier);
  for await (const records of csv.records()) {
    for (const record of records) {
      batch.add(record);
      if (batch.rows < BATCH) continue;
      yield batch;
      batch = new RowBatch(csv.header, findSupplier);
    }
  }
  yield batch;
}
