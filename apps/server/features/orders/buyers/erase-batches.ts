import type { Database } from '@esteira/db/database';
import { invoices } from '@esteira/db/schema/orders/invoices';
import { labels } from '@esteira/db/schema/orders/labels';
import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { and, type Column, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import type { OrderKeys } from '../move-orders';

/** In one transaction, which on the embedded database everybody else waits for. */
const BATCH_SIZE = 100;

/** Orders of a marketplace whose buyer is still kept: of one seller, or (null) of all. */
export const keptBuyersOf = (marketplace: Marketplace, usuarioId: string | null) =>
  and(
    eq(orders.marketplace, marketplace),
    isNull(orders.comprador_apagado_em),
    usuarioId === null ? undefined : eq(orders.usuario_id, usuarioId),
  );

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
