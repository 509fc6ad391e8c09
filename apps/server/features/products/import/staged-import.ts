import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { importBatches } from '@esteira/db/schema/products/import-batches';
import type { ProductSheet } from '@esteira/validators/csv/read-product-csv';
import { and, eq, min, not, sql } from 'drizzle-orm';
import type { Actor } from '../../../core/actor';
import { AppError } from '../../../core/errors';
import { type InsertedRows, insertProducts, type RowError } from './insert-products';
import type { RowColumns } from './row-columns';
import { ImportResult, readBatches } from './service';

/** Some products are there by now: no other sentence may say that nothing was written. */
const STOPPED =
  'A importação parou no meio. O restante entra antes da sua próxima importação ou quando o servidor reiniciar.';

interface StagedImport extends Actor {
  importId: string;
}

/**
 * Imports on a database that has one connection, which a single transaction would take from everybody else for
 * seconds. The rows are staged a batch at a time; one statement then accepts the import; after it each batch becomes
 * products in a short transaction of its own. So it is still all or nothing: cut off before it was accepted, nothing
 * of it counts; cut off later, `finishStagedImports` does the rest before the seller imports again, or when the
 * server starts, before it serves anybody. The caller lets a seller import one file at a time, and closes the result.
 */
export async function importInSteps(db: Database, actor: Actor, csv: ProductSheet): Promise<ImportResult> {
  await finishStagedImports(db, actor.usuarioId);
  const staged: StagedImport = { ...actor, importId: newId() };
  await stageRows(db, staged, csv);
  try {
    return await createStaged(db, staged);
  } catch (cause) {
    throw new AppError('unavailable', STOPPED, { cause });
  }
}

/** Drops imports that were cut off while they were staged and finishes accepted ones; of one seller, or of all. */
export async function finishStagedImports(db: Database, usuarioId?: string): Promise<void> {
  const owner = usuarioId === undefined ? undefined : eq(importBatches.usuario_id, usuarioId);
  await db.delete(importBatches).where(and(owner, not(importBatches.aceito)));
  const accepted = await db
    .selectDistinct({
      usuarioId: importBatches.usuario_id,
      importId: importBatches.importacao_id,
      atorId: importBatches.ator_id,
    })
    .from(importBatches)
    .where(owner)
    .orderBy(importBatches.importacao_id);
  for (const staged of accepted) {
    const result = await createStaged(db, staged);
    await result.close();
  }
}

/** Stages a whole file and accepts its import; leaves nothing behind when that fails. */
async function stageRows(db: Database, staged: StagedImport, csv: ProductSheet): Promise<void> {
  let numero = 0;
  try {
    for await (const batch of readBatches(db, staged.usuarioId, csv)) {
      numero += 1;
      await db.insert(importBatches).values({
        usuario_id: staged.usuarioId,
        ator_id: staged.atorId,
        importacao_id: staged.importId,
        numero,
        validos: batch.good,
        linhas: JSON.stringify(batch.columns),
        erros: JSON.stringify(batch.errors),
      });
    }
    await db.update(importBatches).set({ aceito: true }).where(whereImport(staged));
  } catch (error) {
    await db.delete(importBatches).where(whereImport(staged));
    throw error;
  }
}

async function createStaged(db: Database, staged: StagedImport): Promise<ImportResult> {
  const result = new ImportResult();
  result.changeSetId = staged.importId;
  const transactions: string[] = [];
  try {
    for (;;) {
      const batch = await createBatch(db, staged, transactions);
      if (batch === null) return result;
      transactions.push(batch.transaction);
      await result.add(batch);
      // The embedded database answers without the event loop: whoever asks meanwhile has to get a turn.
      await yieldToEventLoop();
    }
  } catch (error) {
    await result.close();
    throw error;
  }
}

/** Turns the next staged batch into products; null when there is none. */
function createBatch(
  db: Database,
  staged: StagedImport,
  transactions: readonly string[],
): Promise<(InsertedRows & { transaction: string }) | null> {
  return db.transaction(async (tx) => {
    const next = tx
      .select({ numero: min(importBatches.numero) })
      .from(importBatches)
      .where(whereImport(staged));
    const [batch] = await tx
      .delete(importBatches)
      .where(and(whereImport(staged), eq(importBatches.numero, next)))
      .returning({
        good: importBatches.validos,
        rows: importBatches.linhas,
        errors: importBatches.erros,
        transaction: sql<string>`pg_current_xact_id()::xid::text`,
      });
    if (batch === undefined) return null;
    const { good, transaction } = batch;
    const columns: RowColumns = JSON.parse(batch.rows);
    const errors: RowError[] = JSON.parse(batch.errors);
    const { usuarioId, atorId, importId } = staged;
    const run = { usuarioId, atorId, loteId: importId, transactions };
    const inserted = await insertProducts(tx, run, { good, columns, errors });
    return { ...inserted, transaction };
  });
}

function whereImport({ usuarioId, importId }: Pick<StagedImport, 'usuarioId' | 'importId'>) {
  return and(eq(importBatches.usuario_id, usuarioId), eq(importBatches.importacao_id, importId));
}
