import type { Database } from '@esteira/db/database';
import { queryRows } from '@esteira/db/database';
import { orderEvents } from '@esteira/db/schema/order-events';
import { orderShipping } from '@esteira/db/schema/order-shipping';
import { orders } from '@esteira/db/schema/orders';
import { ORDER_ACTIONS, type OrderStatus } from '@esteira/domain/order-machine';
import type { ExternalOrder, ShippingStage, ShippingState } from '@esteira/marketplaces/port';
import { and, eq, sql } from 'drizzle-orm';
import { NO_PERSONAL_DATA } from '../intake/attention';

/** One reading of an order and its parcel at the marketplace. */
export interface Reading {
  usuarioId: string;
  order: ExternalOrder;
  parcel: ShippingState;
  readAt: Date;
}

/**
 * Keeps what the marketplace says of a known order's parcel, and follows it along the line. A reading that is older
 * than the one before changes nothing (complaint 4).
 */
export async function keepParcel(db: Database, reading: Reading): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, reading);
    if (order === null) return;
    const before = await parcelOf(tx, reading.usuarioId, order.id);
    if (!(await storeParcel(tx, reading, order.id))) return;
    await keepAttention(tx, { reading, order, before: before === null ? null : alarmOf(before) });
    await fillPersonalData(tx, reading, order.id);
    await followParcel(tx, { usuarioId: reading.usuarioId, ...order }, stageOf(reading));
  });
}

interface KnownOrder {
  id: string;
  status: OrderStatus;
  motivo_atencao: string | null;
}

async function lockOrder(tx: Database, { usuarioId, order }: Reading): Promise<KnownOrder | null> {
  const [found] = await tx
    .select({ id: orders.id, status: orders.status, motivo_atencao: orders.motivo_atencao })
    .from(orders)
    .where(
      and(
        eq(orders.usuario_id, usuarioId),
        eq(orders.marketplace, order.marketplace),
        eq(orders.ml_order_id, order.ml_order_id),
      ),
    )
    .for('update');
  return found ?? null;
}

type Parcel = Pick<typeof orderShipping.$inferSelect, 'situacao' | 'motivo' | 'bloqueio'>;

/** What is known of an order's parcel; null for a simulated order. */
export async function parcelOf(tx: Database, usuarioId: string, pedidoId: string): Promise<Parcel | null> {
  const [found] = await tx
    .select({
      situacao: orderShipping.situacao,
      motivo: orderShipping.motivo,
      bloqueio: orderShipping.bloqueio,
    })
    .from(orderShipping)
    .where(and(eq(orderShipping.usuario_id, usuarioId), eq(orderShipping.pedido_id, pedidoId)));
  return found ?? null;
}

/** False when a newer reading is known. */
async function storeParcel(tx: Database, reading: Reading, pedidoId: string): Promise<boolean> {
  const { usuarioId, order, parcel, readAt } = reading;
  const values = {
    pacote_id: order.pacote_id,
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
  const stored = await tx
    .insert(orderShipping)
    .values({ usuario_id: usuarioId, pedido_id: pedidoId, ...values })
    .onConflictDoUpdate({
      target: [orderShipping.usuario_id, orderShipping.pedido_id],
      set: values,
      setWhere: sql`(${orderShipping.mudou_em}, ${orderShipping.lido_em}) <= (excluded.mudou_em, excluded.lido_em)`,
    })
    .returning({ pedido_id: orderShipping.pedido_id });
  return stored.length > 0;
}

/** What the seller must look at: the parcel must not leave, or has come back. */
function alarmOf({ situacao, motivo, bloqueio }: Parcel): string | null {
  return bloqueio ?? (situacao === 'devolvido' ? motivo : null);
}

/** Raises the alarm on the order and takes back what an earlier reading raised; other reasons stay. */
async function keepAttention(
  tx: Database,
  { reading, order, before }: { reading: Reading; order: KnownOrder; before: string | null },
): Promise<void> {
  const { situacao, motivo } = reading.parcel;
  const alarm = alarmOf({ situacao, motivo, bloqueio: reading.order.motivo_bloqueio });
  const isReplaceable = order.motivo_atencao === null || order.motivo_atencao === before;
  if (!isReplaceable || order.motivo_atencao === alarm) return;
  await tx
    .update(orders)
    .set({ requer_atencao: alarm !== null, motivo_atencao: alarm, atualizado_em: sql`now()` })
    .where(and(eq(orders.usuario_id, reading.usuarioId), eq(orders.id, order.id)));
}

/** Name and address may be told only after the payment, or after the application got the right to read them. */
async function fillPersonalData(tx: Database, { usuarioId, order }: Reading, pedidoId: string) {
  if (order.cliente_nome === null && order.cliente_endereco === null) return;
  const unless = (told: string | null, column: 'cliente_nome' | 'cliente_endereco') =>
    sql`CASE WHEN ${orders[column]} = ${NO_PERSONAL_DATA}::text THEN coalesce(${told}::text, ${orders[column]})
        ELSE ${orders[column]} END`;
  await tx
    .update(orders)
    .set({
      cliente_nome: unless(order.cliente_nome, 'cliente_nome'),
      cliente_endereco: unless(order.cliente_endereco, 'cliente_endereco'),
    })
    .where(
      and(
        eq(orders.usuario_id, usuarioId),
        eq(orders.id, pedidoId),
        sql`${NO_PERSONAL_DATA}::text IN (${orders.cliente_nome}, ${orders.cliente_endereco})`,
      ),
    );
}

/** How far the parcel is: some marketplaces tell it with the order, some with the parcel. */
function stageOf({ order, parcel }: Reading): ShippingStage {
  if (order.situacao === 'entregue') return 'entregue';
  return order.situacao === 'enviado' && !hasLeft(parcel.situacao) ? 'enviado' : parcel.situacao;
}

/** Whether the parcel is out of the seller's hands. */
export function hasLeft(stage: string): boolean {
  return stage === 'coletado' || stage === 'enviado' || stage === 'entregue';
}

/**
 * Moves an order that was paid to the supplier on with its parcel. One that is not so far waits for the seller's own
 * steps, which no carrier can do for them, and goes on once it is `pago` (docs/decisions/0010).
 */
export async function followParcel(
  tx: Database,
  { usuarioId, id, status }: { usuarioId: string; id: string; status: OrderStatus },
  stage: string,
): Promise<void> {
  let current = status;
  const reached = { markShipped: hasLeft(stage), markDelivered: stage === 'entregue' };
  for (const action of ['markShipped', 'markDelivered'] as const) {
    const { from, to } = ORDER_ACTIONS[action];
    if (!reached[action] || current !== from) continue;
    const moved = await tx
      .update(orders)
      .set({ status: to, atualizado_em: sql`now()` })
      .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, id), eq(orders.status, from)))
      .returning({ id: orders.id });
    if (moved.length === 0) return;
    await tx.insert(orderEvents).values({ usuario_id: usuarioId, pedido_id: id, de: from, para: to });
    current = to;
  }
}

/** The numbers of the orders that share a pack. */
export async function ordersOfPack(
  db: Database,
  { usuarioId, marketplace, pacoteId }: { usuarioId: string; marketplace: string; pacoteId: string },
): Promise<string[]> {
  const rows = await queryRows<{ ml_order_id: string }>(
    db,
    sql`SELECT p.ml_order_id FROM envios_pedido e
        JOIN pedidos p ON p.usuario_id = e.usuario_id AND p.id = e.pedido_id
        WHERE e.usuario_id = ${usuarioId}::uuid AND e.pacote_id = ${pacoteId}::text
          AND p.marketplace = ${marketplace}::text`,
  );
  return rows.map(({ ml_order_id }) => ml_order_id);
}

/** Orders whose parcels may have moved without a word: their numbers, longest unread first. */
export async function ordersToReadAgain(
  db: Database,
  { usuarioId, marketplace, now }: { usuarioId: string; marketplace: string; now: Date },
): Promise<string[]> {
  const [soon, late] = [ago(now, READ_AGAIN_SOON), ago(now, READ_AGAIN)];
  const rows = await queryRows<{ ml_order_id: string }>(
    db,
    sql`SELECT p.ml_order_id FROM envios_pedido e
        JOIN pedidos p ON p.usuario_id = e.usuario_id AND p.id = e.pedido_id
        WHERE e.usuario_id = ${usuarioId}::uuid AND e.situacao NOT IN ('entregue', 'devolvido', 'cancelado')
          AND p.marketplace = ${marketplace}::text AND p.status NOT IN ('entregue', 'cancelado')
          AND (e.lido_em < ${late}::timestamptz
            OR (e.lido_em < ${soon}::timestamptz AND e.tentar_em < ${now.toISOString()}::timestamptz))
        ORDER BY e.lido_em LIMIT ${MOST_AT_ONCE}`,
  );
  return rows.map(({ ml_order_id }) => ml_order_id);
}

/** After these times (ms) an open parcel is read again: the shorter one where it was to change by now. */
const READ_AGAIN = 30 * 60_000;
const READ_AGAIN_SOON = 4 * 60_000;
const MOST_AT_ONCE = 100;

function ago(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString();
}
