import { newId } from '@esteira/db/schema/columns';
import { countText } from '@esteira/domain/text/count-text';
import { findMissing, toNewProduct } from '@esteira/validators/csv/product-patch';
import type { ProductSheet } from '@esteira/validators/csv/read-product-csv';
import type { Actor } from '../../../core/actor';
import { AppError, toAppError } from '../../../core/errors';
import { holdChangeSet, type OwnChangeSet } from '../changes/change-set';
import type { SyncedDeps } from '../service';
import { type InsertedRows, insertProducts, type RowBatch, rowError, toNewRow } from './insert-products';
import { type PatchBatch, type PatchRow, readPatches } from './patch-batches';
import { ImportResult, writeBatches } from './service';
import { compareRows, findStored, writeUpdates } from './write-updates';

/** What was written, and what is wrong with the other rows of the batch. */
interface WrittenRows extends InsertedRows {
  updated: number;
}

/**
 * Creates or changes products by their SKU (docs/product-rules/csv-import.md#csv-update), a batch of rows in a transaction: no
 * sale waits for the whole file. Cut off in the middle it has brought some products up to date and left the others,
 * and the same file imported again does the rest. The caller closes the result.
 */
export async function importUpdates(
  deps: SyncedDeps,
  actor: Actor,
  csv: ProductSheet,
): Promise<ImportResult> {
  const result = new ImportResult({ countsUpdates: true });
  const key = { ...actor, loteId: newId() };
  result.changeSetId = key.loteId;
  try {
    const batches = readPatches(deps.db, actor.usuarioId, csv);
    await writeBatches(result, batches, (batch) => writeBatch(deps, key, batch));
    return result;
  } catch (error) {
    throw toStopped(result, error);
  }
}

/** Some products have their new values by now: no other sentence may say that nothing was written. */
function toStopped(result: ImportResult, error: unknown): unknown {
  const written = result.created + (result.updated ?? 0);
  if (written === 0) return error;
  const done = countText(written, 'produto já foi gravado', 'produtos já foram gravados');
  const { retryAfter } = toAppError(error);
  return new AppError(
    'unavailable',
    `A importação parou no meio: ${done}. Importe o mesmo arquivo de novo para terminar.`,
    { cause: error, ...(retryAfter === null ? {} : { retryAfter }) },
  );
}

function writeBatch(deps: SyncedDeps, key: OwnChangeSet, batch: PatchBatch): Promise<WrittenRows> {
  return deps.db.transaction(async (tx) => {
    if (batch.rows.length === 0) return { created: 0, updated: 0, errors: batch.errors };
    const stored = await findStored(tx, key.usuarioId, batch.rows);
    const known = await compareRows(tx, key.usuarioId, { rows: batch.rows, stored });
    const unknown = toRowBatch(batch.rows.filter(({ line }) => !stored.has(line)));
    const errors = [...batch.errors, ...known.errors];
    if (known.updates.length > 0 || unknown.rows.length > 0) {
      await holdChangeSet(tx, { ...key, tipo: 'importacao', now: deps.clock() });
      await writeUpdates(deps, tx, { key, updates: known.updates });
    }
    const created = await insertProducts(tx, key, unknown);
    errors.push(...created.errors);
    return {
      created: created.created,
      updated: known.updates.length,
      errors: errors.sort((a, b) => a.line - b.line),
    };
  });
}

/** Those rows that are whole products; the others lack something to become one. */
function toRowBatch(rows: readonly PatchRow[]): RowBatch {
  const errors = rows.flatMap(({ line, patch }) =>
    findMissing(patch).map(({ column, reason }) => rowError(line, column, reason)),
  );
  const whole = rows.filter(({ patch }) => findMissing(patch).length === 0);
  return { rows: whole.map(({ line, patch }) => toNewRow(line, toNewProduct(patch))), errors };
}
