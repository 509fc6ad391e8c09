import type { Database } from '@esteira/db/database';
import { notInList } from '@esteira/db/schema/columns';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { HOUR_MS, MINUTE_MS } from '@esteira/domain/durations';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { CANCELLABLE_STATUSES } from '@esteira/domain/orders/order-machine';
import { FINAL_SHIPPING_STAGES, hasLeft, type ShippingStage } from '@esteira/domain/orders/shipping-stage';
import type { ExternalOrder, ShippingState } from '@esteira/marketplaces/port';
import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Confirmations } from './confirmation';

/** One reading of an order and its parcel at the marketplace. */
export interface Reading {
  usuarioId: string;
  order: ExternalOrder;
  parcel: ShippingState;
  readAt: Date;
}

/** Where an order's parcel stands as far as is known; null for a simulated order. */
export async function getParcelStage(
  tx: Database,
  usuarioId: string,
  pedidoId: string,
): Promise<ShippingStage | null> {
  const [found] = await tx
    .select({ situacao: orderShipping.situacao })
    .from(orderShipping)
    .where(and(eq(orderShipping.usuario_id, usuarioId), eq(orderShipping.pedido_id, pedidoId)));
  return found?.situacao ?? null;
}

/** A parcel is weighed when it leaves, and paid for when it arrives: what was taken of its order is read then. */
const READ_CHARGES_AGAIN = sql`CASE
  WHEN envios_pedido.situacao <> excluded.situacao AND excluded.situacao IN ('enviado', 'entregue')
  THEN least(envios_pedido.custos_ler_em, excluded.lido_em) ELSE envios_pedido.custos_ler_em END`;

/** Null when a newer reading is known; else what the seller told the marketplace of their own shipment. */
export async function storeParcel(
  tx: Database,
  reading: Reading,
  { pedidoId, pacoteId }: { pedidoId: string; pacoteId: string | null },
): Promise<Confirmations | null> {
  const { usuarioId, order, parcel, readAt } = reading;
  const values = {
    pacote_id: pacoteId ?? order.pacote_id,
    envio_id: parcel.envio_id ?? null,
    situacao: parcel.situacao,
    precisa_nota: parcel.precisa_nota,
    tem_etiqueta: parcel.tem_etiqueta,
    pode_marcar_enviado: parcel.pode_marcar_enviado,
    motivo: parcel.motivo,
    bloqueio: order.motivo_bloqueio,
    tentar_em: parcel.tentar_em?.toISOString() ?? null,
    mudou_em: order.atualizado_em.toISOString(),
    lido_em: readAt.toISOString(),
  };
  const [stored] = await tx
    .insert(orderShipping)
    .values({ usuario_id: usuarioId, pedido_id: pedidoId, ...values, custos_ler_em: values.lido_em })
    .onConflictDoUpdate({
      target: [orderShipping.usuario_id, orderShipping.pedido_id],
      set: { ...values, custos_ler_em: READ_CHARGES_AGAIN },
      setWhere: sql`(${orderShipping.mudou_em}, ${orderShipping.lido_em}) <= (excluded.mudou_em, excluded.lido_em)`,
    })
    .returning({ confirmado_em: orderShipping.confirmado_em, confirmacoes: orderShipping.confirmacoes });
  return stored ?? null;
}

/** How far the parcel is: some marketplaces tell it with the order, some with the parcel. */
export function getStage({ order, parcel }: Reading): ShippingStage {
  if (order.situacao === 'entregue') return 'entregue';
  return order.situacao === 'enviado' && !hasLeft(parcel.situacao) ? 'enviado' : parcel.situacao;
}

interface Account {
  usuarioId: string;
  marketplace: Marketplace;
  contaId: number;
}

/** Joins a parcel's order. */
export const isOrderOfParcel = and(
  eq(orders.usuario_id, orderShipping.usuario_id),
  eq(orders.id, orderShipping.pedido_id),
);

/** The numbers of an account's orders whose parcels are as told. */
const selectNumbers = (
  db: Database,
  { usuarioId, marketplace, contaId }: Account,
  isMeant: SQL | undefined,
) =>
  db
    .select({ ml_order_id: orders.ml_order_id, pedido_id: orderShipping.pedido_id })
    .from(orderShipping)
    .innerJoin(orders, isOrderOfParcel)
    .where(
      and(
        eq(orderShipping.usuario_id, usuarioId),
        eq(orders.marketplace, marketplace),
        eq(orders.conta_id, contaId),
        isMeant,
      ),
    );

const toNumber = ({ ml_order_id }: { ml_order_id: string }) => ml_order_id;

/** The numbers of the orders that share a pack. */
export async function ordersOfPack(
  db: Database,
  { pacoteId, ...account }: Account & { pacoteId: string },
): Promise<string[]> {
  return (await selectNumbers(db, account, eq(orderShipping.pacote_id, pacoteId))).map(toNumber);
}

/** Written out, as the partial index of open parcels has it. */
const IS_OPEN = notInList('envios_pedido.situacao', FINAL_SHIPPING_STAGES);

/**
 * Orders whose parcels may have moved without a word: their numbers, longest unread first. They count as read, so that
 * others follow though nothing comes of reading them.
 */
export async function takeOrdersToReadAgain(
  tx: Database,
  { now, ...account }: Account & { now: Date },
): Promise<string[]> {
  const { usuario_id, pedido_id, lido_em, tentar_em } = orderShipping;
  const isLate = or(
    lt(lido_em, ago(now, READ_AGAIN_MS)),
    and(lt(lido_em, ago(now, READ_AGAIN_SOON_MS)), lt(tentar_em, now.toISOString())),
  );
  const isDue = and(IS_OPEN, inArray(orders.status, CANCELLABLE_STATUSES), isLate);
  const due = await selectNumbers(tx, account, isDue)
    .orderBy(lido_em)
    .limit(MAX_AT_ONCE)
    // What is locked is being read.
    .for('no key update', { of: orderShipping, skipLocked: true });
  const ids = due.map((row) => row.pedido_id);
  await tx
    .update(orderShipping)
    // Not later: the reading itself must be newer, also by a server whose clock is behind.
    .set({ lido_em: ago(now, READ_AGAIN_SOON_MS) })
    .where(and(eq(usuario_id, account.usuarioId), inArray(pedido_id, ids)));
  return due.map(toNumber);
}

/** After these times an open parcel is read again: the shorter one where it was to change by now. */
const READ_AGAIN_MS = 3 * HOUR_MS;
const READ_AGAIN_SOON_MS = 4 * MINUTE_MS;
const MAX_AT_ONCE = 100;

function ago(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString();
}

/** So many orders of one account are read for an unknown parcel. */
const MAX_WAITING = 20;

/** Orders that wait for a parcel of no known number: their numbers, those that were read last first. */
export async function ordersWithoutParcel(db: Database, account: Account): Promise<string[]> {
  const { situacao, envio_id, lido_em } = orderShipping;
  const isWaiting = and(IS_OPEN, eq(situacao, 'aguardando_marketplace'), isNull(envio_id));
  return (await selectNumbers(db, account, isWaiting).orderBy(desc(lido_em)).limit(MAX_WAITING)).map(
    toNumber,
  );
}
