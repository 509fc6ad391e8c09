import { type Database, queryRows } from '@esteira/db/database';
import { isInList } from '@esteira/db/schema/columns';
import { invoices } from '@esteira/db/schema/orders/invoices';
import { labels } from '@esteira/db/schema/orders/labels';
import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { ENDED_STATUSES } from '@esteira/domain/orders/buyer-retention';
import { and, type Column, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import type { OrderKeys } from '../move-orders';
import { doClocksDiffer, isDue, readBuyerRules } from './due-buyers';

/** In one transaction, which on the embedded database everybody else waits for. */
const BATCH_SIZE = 100;
/** A look notes the ends of so many orders at once that an older version ended. */
const ENDS_AT_ONCE = 1_000;

/**
 * Erases what is known of all buyers whose time is over, by the rule of their marketplace; answers of how many. Null, with
 * nothing erased, where the clocks differ: a wrong one must not erase for ever. Safe on several servers at once: each skips
 * orders that another has locked, so none is taken twice.
 */
export async function eraseOldBuyers(deps: Deps): Promise<number | null> {
  if (await doClocksDiffer(deps)) return null;
  while ((await noteEnds(deps.db)) === ENDS_AT_ONCE);
  const rules = await readBuyerRules(deps);
  let erased = 0;
  for (const marketplace of MARKETPLACES) {
    erased += await eraseBuyersOf(deps, isDue(deps, marketplace, rules[marketplace]));
  }
  return erased;
}

/** Erases the buyers of all these orders, in batches; answers of how many. */
export async function eraseBuyersOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  which: SQL | undefined,
): Promise<number> {
  let erased = 0;
  for (;;) {
    const count = await db.transaction((tx) => eraseBatch(tx, which, clock()));
    erased += count;
    if (count < BATCH_SIZE) return erased;
  }
}

/** Orders that ended before there was the column: when, says their history. Answers of how many it was noted. */
async function noteEnds(db: Database): Promise<number> {
  const rows = await queryRows(
    db,
    sql`UPDATE pedidos p SET terminado_em = coalesce(
          (SELECT e.criado_em FROM eventos_pedido e
           WHERE e.usuario_id = p.usuario_id AND e.pedido_id = p.id AND e.para = p.status AND e.de IS DISTINCT FROM e.para
           ORDER BY e.id DESC LIMIT 1), p.atualizado_em)
        FROM (SELECT usuario_id, id FROM pedidos
              WHERE ${isInList('status', ENDED_STATUSES)} AND comprador_apagado_em IS NULL AND terminado_em IS NULL
              LIMIT ${ENDS_AT_ONCE} FOR UPDATE SKIP LOCKED) t
        WHERE p.usuario_id = t.usuario_id AND p.id = t.id
        RETURNING 1 AS um`,
  );
  return rows.length;
}

async function eraseBatch(tx: Database, which: SQL | undefined, now: Date): Promise<number> {
  const rows = await tx
    .select({ usuarioId: orders.usuario_id, id: orders.id })
    .from(orders)
    .where(which)
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true });
  for (const usuarioId of new Set(rows.map((row) => row.usuarioId))) {
    const ids = rows.filter((row) => row.usuarioId === usuarioId).map(({ id }) => id);
    await eraseOf(tx, { usuarioId, ids }, now);
  }
  return rows.length;
}

/**
 * The buyer of a seller's orders and what else tells of them: the label, the NF-e, the parcel's number, the marketplace's
 * own sentences. The search follows the order.
 */
async function eraseOf(tx: Database, { usuarioId, ids }: OrderKeys, now: Date): Promise<void> {
  const areOf = (table: Record<'usuario_id' | 'pedido_id', Column>) =>
    and(eq(table.usuario_id, usuarioId), inArray(table.pedido_id, [...ids]));
  const told = { cliente_nome: null, cliente_endereco: null, tem_etiqueta: false };
  await tx
    .update(orders)
    .set({ ...told, comprador_apagado_em: now.toISOString() })
    .where(and(eq(orders.usuario_id, usuarioId), inArray(orders.id, [...ids])));
  await tx.delete(labels).where(areOf(labels));
  await tx.update(invoices).set({ xml: '' }).where(areOf(invoices));
  await tx
    .update(orderShipping)
    .set({ motivo: null, bloqueio: null, codigo_rastreio: null, alteracao_lida: null })
    .where(areOf(orderShipping));
  const { codigo, detalhe } = orderAttention;
  await tx.delete(orderAttention).where(and(areOf(orderAttention), eq(codigo, 'dados_ocultos')));
  await tx
    .update(orderAttention)
    .set({ detalhe: null })
    .where(and(areOf(orderAttention), inArray(codigo, ['bloqueado', 'devolvido']), isNotNull(detalhe)));
}
