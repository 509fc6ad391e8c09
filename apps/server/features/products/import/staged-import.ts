import type { Database } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { importBatches } from '@esteira/db/schema/products/import-batches';
import type { ProductSheet } from '@esteira/validators/csv/read-product-csv';
import { and, eq, isNotNull, isNull, lt, not, or } from 'drizzle-orm';
import type { Actor } from '../../../core/actor';
import { AppError } from '../../../core/errors';
import { type InsertedRows, insertProducts, type NewRow } from './insert-products';
import { ImportResult, readBatches, writeBatches } from './service';

/** Some products are there by now: no other sentence may say that nothing was written. */
const STOPPED =
  'A importação parou no meio. O restante entra antes da sua próxima importação ou quando o servidor reiniciar.';
/** No import takes as long: what it left behind belongs to a process that ended. */
const LEFT_BEHIND_MS = 60 * 60_000;

interface StagedImport extends Actor {
  importId: string;
}

/**
 * Creates the file's valid products and tells what is wrong with the other rows. The rows are staged a batch at a
 * time; one statement then accepts the import; after it each batch becomes products in a short transaction of its own,
 * once, whichever server comes to it. So it is all or nothing: cut off before it was accepted, nothing of it counts; cut
 * off later, `finishStagedImports` does the rest before the seller imports again, or when a server starts. Memory does
 * not grow with the file. The caller closes the result.
 */
export async function importProducts(db: Database, actor: Actor, csv: ProductSheet): Promise<ImportResult> {
  await finishStagedImports(db, actor.usuarioId);
  const staged: StagedImport = { ...actor, importId: newId() };
  await stageRows(db, staged, csv);
  try {
    const result = await createStaged(db, staged);
    await db.delete(importBatches).where(whereImport(staged));
    return result;
  } catch (cause) {
    throw new AppError('unavailable', STOPPED, { cause });
  }
}

/**
 * Finishes accepted imports, of all sellers, of one, or one of theirs, those included that another server is at: it finds
 * there what was created. Drops what imports left behind that were never accepted, or whose answer was never sent.
 */
export async function finishStagedImports(
  db: Database,
  usuarioId?: string,
  importId?: string,
): Promise<void> {
  const owner = and(
    usuarioId === undefined ? undefined : eq(importBatches.usuario_id, usuarioId),
    importId === undefined ? undefined : eq(importBatches.importacao_id, importId),
  );
  const isLeft = lt(importBatches.importacao_id, newId(new Date(Date.now() - LEFT_BEHIND_MS)));
  const isOver = or(not(importBatches.aceito), isNotNull(importBatches.criados));
  await db.delete(importBatches).where(and(owner, isLeft, isOver));
  const accepted = await db
    .selectDistinct({
      usuarioId: importBatches.usuario_id,
      importId: importBatches.importacao_id,
      atorId: importBatches.ator_id,
    })
    .from(importBatches)
    .where(and(owner, importBatches.aceito, isNull(importBatches.criados)))
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
        validos: batch.rows.length,
        linhas: JSON.stringify(batch.rows),
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
  const batches = await db
    .select({ numero: importBatches.numero })
    .from(importBatches)
    .where(whereImport(staged))
    .orderBy(importBatches.numero);
  await writeBatches(result, batches, ({ numero }) => createBatch(db, staged, numero));
  return result;
}

/** Turns a staged batch into products unless that was done before, and records what came of it. */
function createBatch(db: Database, staged: StagedImport, numero: number): Promise<InsertedRows> {
  const { usuarioId, atorId, importId: loteId } = staged;
  const isThis = and(whereImport(staged), eq(importBatches.numero, numero));
  return db.transaction(async (tx) => {
    const { linhas, erros, criados } = importBatches;
    const [batch] = await tx
      .select({ linhas, erros, criados })
      .from(importBatches)
      .where(isThis)
      .for('update');
    // The server that accepted the import has finished it meanwhile.
    if (batch === undefined) return { created: 0, errors: [] };
    const errors = JSON.parse(batch.erros);
    if (batch.criados !== null) return { created: batch.criados, errors };
    const rows: NewRow[] = JSON.parse(batch.linhas);
    // Screens look back a few seconds for new lines of the ledger; one goes by its product's id.
    for (const row of rows) row.id = newId();
    const inserted = await insertProducts(tx, { usuarioId, atorId, loteId }, { rows, errors });
    await tx
      .update(importBatches)
      .set({ criados: inserted.created, linhas: '', erros: JSON.stringify(inserted.errors) })
      .where(isThis);
    return inserted;
  });
}

function whereImport({ usuarioId, importId }: Pick<StagedImport, 'usuarioId' | 'importId'>) {
  return and(eq(importBatches.usuario_id, usuarioId), eq(importBatches.importacao_id, importId));
}
