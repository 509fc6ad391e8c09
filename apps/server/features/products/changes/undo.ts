import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { changeItems, changeSets } from '@esteira/db/schema/products/change-sets';
import { isUndoable, MAX_CHANGE_BATCH, UNDO_CHANGES_MS } from '@esteira/domain/products/change-set';
import type { ChangeUndoResult } from '@esteira/validators/products/product-change';
import { and, asc, gt, isNull } from 'drizzle-orm';
import type { Actor } from '../../../core/actor';
import { AppError } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';
import { finishStagedImports } from '../import/staged-import';
import type { SyncedDeps } from '../service';
import { writeMoves } from '../stock-ledger';
import { type OwnChangeSet, whereItems, whereSet } from './change-set';
import { itemizeCreated } from './created-items';
import { lockProducts, withValues, writeValues } from './product-writes';
import { findChangeSet, readUndoResult } from './queries';
import { decideUndo, type UndoDecision } from './undo-eligibility';
import { loadFacts } from './undo-facts';
import { deleteCreated, recordOutcomes } from './undo-writes';

const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Takes a set of changes back, each product alone: what somebody changed since stays and is named
 * (docs/product-rules/products.md#undo-changes). Written in batches, each with what became of its products, so that an undo
 * that was cut off goes on where it stopped, and a repeated one answers the same. Fails with `not_found`, and with
 * `conflict` after 24 hours.
 */
export async function undoChanges(deps: SyncedDeps, actor: Actor, loteId: string): Promise<ChangeUndoResult> {
  const key = { ...actor, loteId };
  await beginUndo(deps, key);
  while (await deps.db.transaction((tx) => itemizeCreated(tx, key))) await yieldToEventLoop();
  let after: string | null = FIRST;
  while (after !== null) {
    const from: string = after;
    after = await retryingDeadlocks(() => deps.db.transaction((tx) => undoBatch(deps, tx, { key, from })));
    // The embedded database answers without the event loop: whoever asks meanwhile has to get a turn.
    await yieldToEventLoop();
  }
  return readUndoResult(deps.db, key);
}

/** The WHERE is the lock: from here on nothing is added to the set. An import is finished before, what was left of it too. */
async function beginUndo({ db, heavyDb, clock }: SyncedDeps, key: OwnChangeSet): Promise<void> {
  if (!isEntityId(key.loteId)) throw changesNotFound();
  await finishStagedImports(heavyDb, key.usuarioId, key.loteId);
  const now = clock();
  const oldest = new Date(now.getTime() - UNDO_CHANGES_MS).toISOString();
  const begun = await db
    .update(changeSets)
    .set({ desfeito_em: now.toISOString(), desfeito_por: key.atorId })
    .where(and(whereSet(key), isNull(changeSets.desfeito_em), gt(changeSets.criado_em, oldest)))
    .returning({ id: changeSets.id });
  if (begun.length > 0) return;
  const found = await findChangeSet(db, key);
  if (found === null) throw changesNotFound();
  if (found.desfeito_em === null && !isUndoable(found.criado_em, now)) {
    throw new AppError('conflict', 'O prazo de 24 horas para desfazer esta alteração terminou');
  }
}

const changesNotFound = () => new AppError('not_found', 'Alteração não encontrada');

interface UndoBatch {
  key: OwnChangeSet;
  /** The product after which this batch begins. */
  from: string;
}

/** Answers the last product of the batch; null when none was left. */
async function undoBatch(deps: SyncedDeps, tx: Database, { key, from }: UndoBatch): Promise<string | null> {
  await tx.select({ id: changeSets.id }).from(changeSets).where(whereSet(key)).for('update');
  const items = await tx
    .select()
    .from(changeItems)
    .where(and(whereItems(key), isNull(changeItems.situacao), gt(changeItems.produto_id, from)))
    .orderBy(asc(changeItems.produto_id))
    .limit(MAX_CHANGE_BATCH);
  const last = items.at(-1);
  if (last === undefined) return null;
  const locked = await lockProducts(
    tx,
    key.usuarioId,
    items.map(({ produto_id }) => produto_id),
  );
  const factsOf = await loadFacts(tx, key.usuarioId, items);
  const decided = items.map((item) => {
    const product = locked.get(item.produto_id);
    return { item, product, decision: decideUndo(item, product, factsOf(item)) };
  });
  await writeBatch(deps, tx, { key, decided });
  return last.produto_id;
}

interface DecidedBatch {
  key: OwnChangeSet;
  decided: {
    item: typeof changeItems.$inferSelect;
    product: Awaited<ReturnType<typeof lockProducts>> extends Map<string, infer P> ? P | undefined : never;
    decision: UndoDecision;
  }[];
}

async function writeBatch(deps: SyncedDeps, tx: Database, { key, decided }: DecidedBatch): Promise<void> {
  const { usuarioId, atorId } = key;
  const restored = decided.flatMap(({ item, product, decision }) =>
    typeof decision === 'object' && product !== undefined ? [{ item, product, ...decision }] : [],
  );
  await writeValues(
    tx,
    usuarioId,
    restored.map(({ product, values }) => ({ id: product.id, valores: values })),
  );
  const moves = restored.map(({ product, values }) => ({
    produto_id: product.id,
    quantidade: (values.estoque ?? product.estoque) - product.estoque,
  }));
  await writeMoves(tx, { usuarioId, atorId, motivo: 'desfazer' }, moves);
  await deleteCreated(
    tx,
    usuarioId,
    decided.flatMap(({ item, decision }) => (decision === 'delete' ? [item.produto_id] : [])),
  );
  await deps.listingSync.followEdits(
    deps,
    tx,
    restored.map(({ product, values }) => ({
      ...{ usuarioId, before: product, after: withValues(product, values), attributes: null },
    })),
  );
  await recordOutcomes(
    tx,
    key,
    decided.map(({ item, decision }) => ({
      produtoId: item.produto_id,
      situacao: typeof decision === 'object' || decision === 'delete' ? 'desfeito' : decision,
    })),
  );
}
