import type { Database } from '@esteira/db/database';
import { countWhere } from '@esteira/db/expressions';
import { users } from '@esteira/db/schema/accounts/users';
import { changeItems, changeSets } from '@esteira/db/schema/products/change-sets';
import { products } from '@esteira/db/schema/products/products';
import { SKIP_REASON_SENTENCES, type SkipReason, UNDO_CHANGES_MS } from '@esteira/domain/products/change-set';
import type { ChangeSetList, ChangeUndoResult } from '@esteira/validators/products/product-change';
import { and, asc, count, desc, eq, gt, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Deps } from '../../../core/context';
import { type ChangeSetKey, whereItems, whereSet } from './change-set';

/** The most recent sets that a seller is shown. */
const MAX_SHOWN = 50;

/** The most products that the answer of an undo names. */
const MAX_NAMED = 1_000;

export async function findChangeSet(db: Database, key: ChangeSetKey) {
  const [found] = await db
    .select({ criado_em: changeSets.criado_em, desfeito_em: changeSets.desfeito_em })
    .from(changeSets)
    .where(whereSet(key));
  return found ?? null;
}

const actors = alias(users, 'ator');
const undoers = alias(users, 'desfez');

/** What the seller and their team changed in the last 24 hours and can take back, or took back; newest first. */
export async function listChanges(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  usuarioId: string,
): Promise<ChangeSetList> {
  const oldest = new Date(clock().getTime() - UNDO_CHANGES_MS).toISOString();
  const { id, tipo, total, criado_em, desfeito_em } = changeSets;
  const itens = await db
    .select({
      ...{ id, tipo, total, criado_em, desfeito_em },
      ator_nome: actors.nome,
      desfeito_por_nome: undoers.nome,
    })
    .from(changeSets)
    .innerJoin(actors, eq(actors.id, changeSets.ator_id))
    .leftJoin(undoers, eq(undoers.id, changeSets.desfeito_por))
    .where(and(eq(changeSets.usuario_id, usuarioId), gt(criado_em, oldest), gt(total, 0)))
    .orderBy(desc(criado_em), desc(id))
    .limit(MAX_SHOWN);
  return { itens };
}

/** What became of a set that was taken back. */
export async function readUndoResult(db: Database, key: ChangeSetKey): Promise<ChangeUndoResult> {
  const [counted] = await db
    .select({ total: count(), desfeitos: countWhere(eq(changeItems.situacao, 'desfeito')) })
    .from(changeItems)
    .where(whereItems(key));
  const kept = await db
    .select({ id: changeItems.produto_id, nome: products.nome, situacao: changeItems.situacao })
    .from(changeItems)
    .innerJoin(
      products,
      and(eq(products.usuario_id, changeItems.usuario_id), eq(products.id, changeItems.produto_id)),
    )
    .where(and(whereItems(key), ne(changeItems.situacao, 'desfeito')))
    .orderBy(asc(products.nome), asc(products.id))
    .limit(MAX_NAMED);
  const { total, desfeitos } = counted ?? { total: 0, desfeitos: 0 };
  return {
    desfeitos,
    mantidos: total - desfeitos,
    itens: kept.map(({ id, nome, situacao }) => ({
      ...{ id, nome, motivo: SKIP_REASON_SENTENCES[situacao as SkipReason] },
    })),
  };
}
