import { type Database, queryRows } from '@esteira/db/database';
import { changeItems, changeSets } from '@esteira/db/schema/products/change-sets';
import type { ChangeKind } from '@esteira/domain/products/change-set';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
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

/** Those of the products that the set, which is held, has changed already. */
export async function findInSet(
  tx: Database,
  key: ChangeSetKey,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = await tx
    .select({ id: changeItems.produto_id })
    .from(changeItems)
    .where(and(whereItems(key), inArray(changeItems.produto_id, [...ids])));
  return new Set(found.map(({ id }) => id));
}

/** A product of a set, each part as SQL that may use the rows it is inserted from. */
export interface NewChangeItem {
  usuario_id: SQL;
  lote_id: SQL;
  produto_id: SQL;
  /** The changed columns before as jsonb, money in cents (`ChangedValues`); null: the change created the product. */
  antes: SQL;
  /** The same columns after. */
  depois: SQL;
  /** The line of the ledger that the change wrote: with it the stock is taken back too. Null where there is none. */
  movimento_id: SQL;
}

/**
 * Records what is changed, one product for each row of `from`, within the transaction of the write and with the set
 * held. Of a product that is already in the set nothing can be recorded again. Add the number to the set's `total`
 * with `addToTotal`.
 */
export function insertChangeItems(item: NewChangeItem, from: SQL): SQL {
  return sql`
    INSERT INTO itens_alteracao (${sql.raw(Object.keys(item).join(', '))})
    SELECT ${sql.join(Object.values(item), sql`, `)} FROM ${from}`;
}

/** Counts products that were recorded in the set. */
export async function addToTotal(
  tx: Database,
  { usuarioId, loteId }: ChangeSetKey,
  products: number,
): Promise<void> {
  await queryRows(
    tx,
    sql`UPDATE lotes_alteracao SET total = total + ${products}::int
        WHERE usuario_id = ${usuarioId}::uuid AND id = ${loteId}::uuid`,
  );
}
