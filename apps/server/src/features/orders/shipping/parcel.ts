import type { Database } from '@esteira/db/database';
import { queryRows } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { notInList } from '@esteira/db/schema/columns';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import type { AttentionReason } from '@esteira/domain/orders/order-attention';
import { takesChangesOver } from '@esteira/domain/orders/order-changes';
import { CANCELLABLE_STATUSES, ORDER_ACTIONS, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { FINAL_SHIPPING_STAGES, hasLeft, type ShippingStage } from '@esteira/domain/orders/shipping-stage';
import type { ExternalOrder, ShippingState } from '@esteira/marketplaces/port';
import { and, eq, sql } from 'drizzle-orm';
import { findEarlierReading, followChanges } from '../corrections/follow-changes';
import type { KnownContent } from '../corrections/take-over';
import { blockReasons } from '../sale';
import { moveStatus, type OrderKey, saveReasons } from '../writes';
import { type Confirmations, isUnconfirmed } from './confirmation';

/** One reading of an order and its parcel at the marketplace. */
export interface Reading {
  usuarioId: string;
  order: ExternalOrder;
  parcel: ShippingState;
  readAt: Date;
}

/**
 * Keeps what the marketplace says of a known order's parcel, and follows it along the line. A reading that is older
 * than the one before changes nothing.
 */
export async function saveParcel(db: Database, reading: Reading): Promise<void> {
  await retryingDeadlocks(() => db.transaction((tx) => takeReading(tx, reading)));
}

async function takeReading(tx: Database, reading: Reading): Promise<void> {
  const { usuarioId } = reading;
  const order = await lockOrder(tx, reading);
  // Whose buyer was erased ended long ago: a late reading must not bring the buyer back.
  if (order === null || order.comprador_apagado_em !== null) return;
  const key = { usuarioId, pedidoId: order.id };
  const earlier = await findEarlierReading(tx, key);
  // After it was sent the pack that it was sent with stays, and the other one asks for attention.
  const pacoteId = takesChangesOver(order.status) ? null : (earlier?.pacote_id ?? null);
  const stored = await storeParcel(tx, reading, { pedidoId: order.id, pacoteId });
  if (stored === null) return;
  await followChanges(tx, key, { known: order, told: reading.order, earlier });
  await saveDeadline(tx, key, { known: order.despachar_ate, reading });
  const isBuyerHidden = await fillBuyer(tx, key, { known: order, told: reading.order });
  const open = getParcelReasons(reading, { isBuyerHidden, isUnconfirmed: isUnconfirmed(stored, reading) });
  await saveReasons(tx, key, { codes: PARCEL_REASONS, open });
  await followParcel(tx, { usuarioId, ...order }, getStage(reading));
}

interface KnownOrder extends KnownContent {
  id: string;
  comprador_apagado_em: string | null;
  despachar_ate: string | null;
}

async function lockOrder(tx: Database, { usuarioId, order }: Reading): Promise<KnownOrder | null> {
  const { id, status, cliente_nome, cliente_endereco, comprador_apagado_em, despachar_ate } = orders;
  const { produto_id, quantidade, preco_venda, preco_fornecedor } = orders;
  const [found] = await tx
    .select({
      ...{ id, status, cliente_nome, cliente_endereco, comprador_apagado_em, despachar_ate },
      ...{ produto_id, quantidade, preco_venda, preco_fornecedor },
    })
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
async function storeParcel(
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

/** A parcel that has left, or will not leave any more, has no deadline to keep. */
async function saveDeadline(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
  { known, reading }: { known: string | null; reading: Reading },
): Promise<void> {
  const stage = getStage(reading);
  const isOver = hasLeft(stage) || FINAL_SHIPPING_STAGES.some((each) => each === stage);
  const despachar_ate = isOver ? null : (reading.parcel.despachar_ate?.toISOString() ?? known);
  if (despachar_ate === known) return;
  await tx
    .update(orders)
    .set({ despachar_ate })
    .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, pedidoId)));
}

/** The reasons that a reading decides; those of the sale itself (stock, listing, items) are not touched by it. */
const PARCEL_REASONS = ['bloqueado', 'devolvido', 'dados_ocultos', 'envio_nao_confirmado'] as const;

/** While the marketplace still prepares the parcel, and once it is over, the buyer's address is not needed. */
const ADDRESS_NOT_NEEDED: ReadonlySet<ShippingStage> = new Set([
  'aguardando_marketplace',
  'entregue',
  'cancelado',
]);

function getParcelReasons(
  { order, parcel }: Reading,
  { isBuyerHidden, isUnconfirmed }: { isBuyerHidden: boolean; isUnconfirmed: boolean },
): AttentionReason[] {
  const reasons = blockReasons(order);
  if (parcel.situacao === 'devolvido') reasons.push({ codigo: 'devolvido', detalhe: parcel.motivo });
  if (isBuyerHidden && !ADDRESS_NOT_NEEDED.has(parcel.situacao)) {
    reasons.push({ codigo: 'dados_ocultos', detalhe: null });
  }
  if (isUnconfirmed) reasons.push({ codigo: 'envio_nao_confirmado', detalhe: null });
  return reasons;
}

type Buyer = Pick<KnownOrder, 'cliente_nome' | 'cliente_endereco'>;

/**
 * Name and address may be told only after the payment, or after the application got the right to read them. Answers
 * whether neither is known.
 */
async function fillBuyer(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
  { known, told }: { known: Buyer; told: Buyer },
): Promise<boolean> {
  // Before the address is told, the name may be the account's in place of who receives the parcel.
  const isFirst = known.cliente_endereco === null && told.cliente_endereco !== null;
  const cliente_nome = isFirst
    ? (told.cliente_nome ?? known.cliente_nome)
    : (known.cliente_nome ?? told.cliente_nome);
  const cliente_endereco = known.cliente_endereco ?? told.cliente_endereco;
  if (cliente_nome !== known.cliente_nome || cliente_endereco !== known.cliente_endereco) {
    await tx
      .update(orders)
      .set({ cliente_nome, cliente_endereco })
      .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, pedidoId)));
  }
  return cliente_nome === null && cliente_endereco === null;
}

/** How far the parcel is: some marketplaces tell it with the order, some with the parcel. */
function getStage({ order, parcel }: Reading): ShippingStage {
  if (order.situacao === 'entregue') return 'entregue';
  return order.situacao === 'enviado' && !hasLeft(parcel.situacao) ? 'enviado' : parcel.situacao;
}

/**
 * Moves an order that was paid to the supplier on with its parcel. One that is not so far waits for the seller's own
 * steps, which no carrier can do for them, and goes on once it is `pago` (docs/decisions/0010).
 */
export async function followParcel(
  tx: Database,
  { usuarioId, id, status }: { usuarioId: string; id: string; status: OrderStatus },
  stage: ShippingStage,
): Promise<void> {
  let current: OrderStatus = status;
  const reached = { markShipped: hasLeft(stage), markDelivered: stage === 'entregue' };
  for (const action of ['markShipped', 'markDelivered'] as const) {
    const { from, to } = ORDER_ACTIONS[action];
    if (!reached[action] || current !== from) continue;
    if (!(await moveStatus(tx, { usuarioId, pedidoId: id, action, atorId: null }))) return;
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

/** Written out, as the partial index of open parcels has it. */
const IS_OPEN = notInList('e.situacao', FINAL_SHIPPING_STAGES);

/** Orders whose parcels may have moved without a word: their numbers, longest unread first. */
export async function ordersToReadAgain(
  db: Database,
  { usuarioId, marketplace, now }: { usuarioId: string; marketplace: string; now: Date },
): Promise<string[]> {
  const [soon, late] = [ago(now, READ_AGAIN_SOON_MS), ago(now, READ_AGAIN_MS)];
  const rows = await queryRows<{ ml_order_id: string }>(
    db,
    sql`SELECT p.ml_order_id FROM envios_pedido e
        JOIN pedidos p ON p.usuario_id = e.usuario_id AND p.id = e.pedido_id
        WHERE e.usuario_id = ${usuarioId}::uuid AND ${IS_OPEN}
          AND p.marketplace = ${marketplace}::text AND p.status IN ${CANCELLABLE_STATUSES}
          AND (e.lido_em < ${late}::timestamptz
            OR (e.lido_em < ${soon}::timestamptz AND e.tentar_em < ${now.toISOString()}::timestamptz))
        ORDER BY e.lido_em LIMIT ${MAX_AT_ONCE}`,
  );
  return rows.map(({ ml_order_id }) => ml_order_id);
}

/** After these times an open parcel is read again: the shorter one where it was to change by now. */
const READ_AGAIN_MS = 30 * 60_000;
const READ_AGAIN_SOON_MS = 4 * 60_000;
const MAX_AT_ONCE = 100;

function ago(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString();
}
