import type { Database } from '@esteira/db/database';
import { orders } from '@esteira/db/schema/orders/orders';
import { connections } from '@esteira/db/schema/platform/connections';
import { toCents } from '@esteira/domain/money';
import { CANCELLABLE_STATUSES } from '@esteira/domain/orders/order-machine';
import { type CostFact, toUnknown } from '@esteira/domain/profit/facts/cost-fact';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { and, eq, gt } from 'drizzle-orm';
import { isConnection } from '../../connections/tokens';
import { estimateSale } from '../../costs/estimates/estimate-sale';
import { cancelWhere } from '../cancellation';
import { countUnits, takeUnits } from '../order-stock';
import { blockReasons, type NewLine, recordSale, sellOnce } from '../sale';
import { type AccountOfSeller, findLines, getItemReasons, getSingleReasons } from './order-lines';

/** An order's number at its marketplace. */
type OrderNumber = Pick<ExternalOrder, 'marketplace' | 'ml_order_id'>;

/**
 * Takes in an order as the marketplace holds it, however often and concurrently it is delivered: one number is
 * one order, cancelled once. A sale beyond the stock is recorded and flagged, never lost.
 */
export async function receiveOrder(
  db: Database,
  account: AccountOfSeller,
  order: ExternalOrder,
): Promise<void> {
  if (order.situacao === 'aguardando_pagamento') return;
  if (order.itens.length > 0 && !(await isKnown(db, account.usuarioId, order))) {
    await recordMarketplaceSale(db, account, order);
  }
  if (order.situacao === 'cancelado') await cancelOrder(db, account.usuarioId, order);
}

async function isKnown(db: Database, usuarioId: string, order: OrderNumber): Promise<boolean> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.usuario_id, usuarioId), hasNumber(order)));
  return found.length > 0;
}

const hasNumber = ({ marketplace, ml_order_id }: OrderNumber) =>
  and(eq(orders.marketplace, marketplace), eq(orders.ml_order_id, ml_order_id));

/** Of each product all units are taken, or none where there are fewer. */
async function recordMarketplaceSale(
  db: Database,
  account: AccountOfSeller,
  order: ExternalOrder,
): Promise<void> {
  const { usuarioId } = account;
  const lines = await findLines(db, account, order);
  if (await isOfBefore(db, account, { order, lines })) return;
  // A moment to come, by a clock that is ahead, would stand before all that is sold until then.
  const soldAt = new Date(Math.min(order.criado_em.getTime(), Date.now()));
  const facts = await estimateLines(db, account, { order, lines, soldAt });
  // An order that was cancelled before it came here is stored, so that an older reading cannot bring it to life.
  const isCancelled = order.situacao === 'cancelado';
  const { enviado_pelo_marketplace } = order;
  await sellOnce(db, async (tx) => {
    const units = countUnits(isCancelled || enviado_pelo_marketplace ? [] : lines);
    const { taken, short } = await takeUnits(tx, usuarioId, { units });
    const ofLines =
      lines.length > 1
        ? getItemReasons(lines, short)
        : getSingleReasons(lines[0]?.produto_id !== null, short);
    return recordSale(tx, {
      ...{ ...account, lines, taken, facts, marketplace: order.marketplace, numero: order.ml_order_id },
      cliente_nome: order.cliente_nome,
      cliente_endereco: order.cliente_endereco,
      reasons: isCancelled ? [] : [...blockReasons(order), ...ofLines],
      dispatchWithinMs: null,
      soldAt,
      ...{ atorId: null, enviado_pelo_marketplace },
    });
  });
}

/**
 * Whether an order that is seen for the first time is none of Esteira's: sold before its account was connected, of products that
 * are not known here, and with nothing left to do.
 */
async function isOfBefore(
  db: Database,
  account: AccountOfSeller,
  { order, lines }: { order: ExternalOrder; lines: readonly NewLine[] },
): Promise<boolean> {
  if (order.situacao === 'pago' || lines.some(({ produto_id }) => produto_id !== null)) return false;
  const wasConnected = and(
    isConnection({ ...account, marketplace: order.marketplace }),
    gt(connections.conectado_em, order.criado_em.toISOString()),
  );
  return (await db.$count(connections, wasConnected)) > 0;
}

/** Only an order whose products are all known is estimated by rules. */
async function estimateLines(
  db: Database,
  account: AccountOfSeller,
  { order, lines, soldAt }: { order: ExternalOrder; lines: readonly NewLine[]; soldAt: Date },
): Promise<CostFact[]> {
  const known = lines.flatMap(({ produto_id, quantidade: units, preco_venda }) =>
    produto_id === null ? [] : { produtoId: produto_id, units, priceCents: toCents(preco_venda) / units },
  );
  const { marketplace, enviado_pelo_marketplace } = order;
  const sale = { ...account, marketplace, soldAt, enviado_pelo_marketplace, lines: known };
  const estimated = known.length < lines.length ? null : await estimateSale(db, sale);
  return estimated ?? toUnknown(['produto']);
}

/** Cancels an order from any status before `entregue`, as the marketplace does, and gives its stock back once. */
export function cancelOrder(
  db: Database,
  usuarioId: string,
  order: OrderNumber,
): Promise<'cancelled' | 'unchanged'> {
  const from = CANCELLABLE_STATUSES;
  return cancelWhere(db, { usuarioId, which: hasNumber(order), from, atorId: null, motivo: null });
}
