import type { Database } from '@esteira/db/database';
import { changeItems, changeSets } from '@esteira/db/schema/products/change-sets';
import type { ChangeKind } from '@esteira/domain/products/change-set';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../core/actor';
import { AppError } from '../../../core/errors';

/** A set of changes of a seller: what was changed of many products at once, and can be taken back for a day. */
export interface ChangeSetKey {
  usuarioId: string;
  loteId: string;
}

/** A set, and who writes it. */
export type OwnChangeSet = ChangeSetKey & Actor;

export const whereSet = ({ usuarioId, loteId }: ChangeSetKey) =>
  and(eq(changeSets.usuario_id, usuarioId), eq(changeSets.id, loteId));

export const whereItems = ({ usuarioId, loteId }: ChangeSetKey) =>
  and(eq(changeItems.usuario_id, usuarioId), eq(changeItems.lote_id, loteId));

interface HeldChangeSet extends OwnChangeSet {
  tipo: ChangeKind;
  now: Date;
}

/**
 * Makes the set, or goes on with one that was begun, and holds it until the transaction ends: a large change is
 * written in several. Fails with `conflict` where the set is being taken back already or is of another kind.
 */
export async function holdChangeSet(
  tx: Database,
  { usuarioId, atorId, loteId, tipo, now }: HeldChangeSet,
): Promise<void> {
  const held = await tx
    .insert(changeSets)
    .values({ usuario_id: usuarioId, id: loteId, tipo, ator_id: atorId, criado_em: now.toISOString() })
    .onConflictDoUpdate({
      target: [changeSets.usuario_id, changeSets.id],
      set: { total: sql`${changeSets.total}` },
      setWhere: and(eq(changeSets.tipo, tipo), isNull(changeSets.desfeito_em)),
    })
    .returning({ id: changeSets.id });
  if (held.length === 0) throw new AppError('conflict', 'Esta alteração já foi encerrada');
}

/** Those of the products that the set, which is held, has changed already, with the columns. */
export async function findInSet(
  tx: Database,
  key: ChangeSetKey,
  ids: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const found = await tx
    .select({ id: changeItems.produto_id, depois: changeItems.depois })
    .from(changeItems)
    .where(and(whereItems(key), inArray(changeItems.produto_id, [...ids])));
  return new Map(found.map(({ id, depois }) => [id, Object.keys(depois)]));
}

/** A changed product: the same columns before and after (`antes` null: the change created it), and the ledger's line. */
export type NewChangeItem = Pick<
  typeof changeItems.$inferInsert,
  'produto_id' | 'antes' | 'depois' | 'movimento_id'
>;

/**
 * Records what is changed, within the transaction of the write and with the set held. A product that is already in the
 * set gets further columns, none again.
 */
export async function recordItems(
  tx: Database,
  { usuarioId, loteId }: ChangeSetKey,
  items: readonly NewChangeItem[],
): Promise<void> {
  if (items.length === 0) return;
  const known = await findInSet(
    tx,
    { usuarioId, loteId },
    items.map(({ produto_id }) => produto_id),
  );
  const { antes, depois } = changeItems;
  await tx
    .insert(changeItems)
    .values(items.map((item) => ({ ...item, usuario_id: usuarioId, lote_id: loteId })))
    .onConflictDoUpdate({
      target: [changeItems.usuario_id, changeItems.lote_id, changeItems.produto_id],
      set: { antes: sql`${antes} || excluded.antes`, depois: sql`${depois} || excluded.depois` },
    });
  await tx
    .update(changeSets)
    .set({ total: sql`${changeSets.total} + ${items.length - known.size}::int` })
    .where(whereSet({ usuarioId, loteId }));
}
