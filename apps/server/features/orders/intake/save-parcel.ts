import type { Database } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { orders } from '@esteira/db/schema/orders/orders';
import { DAY_MS } from '@esteira/domain/durations';
import { ASSUMED_DELIVERY_DAYS } from '@esteira/domain/orders/buyer-retention';
import type { AttentionCode, AttentionReason } from '@esteira/domain/orders/order-attention';
import { ORDER_ACTIONS, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { FINAL_SHIPPING_STAGES, hasLeft, type ShippingStage } from '@esteira/domain/orders/shipping-stage';
import { and, eq } from 'drizzle-orm';
import { isUnconfirmed } from '../../shipping/confirmation';
import type { OrderKey } from '../../shipping/order-to-ship';
import { getStage, type Reading, storeParcel } from '../../shipping/parcel';
import { findEarlierReading, followChanges, followsMarketplace } from '../corrections/follow-changes';
import { handOver } from '../corrections/hand-over';
import type { KnownContent } from '../corrections/take-over';
import { blockReasons } from '../sale';
import { moveStatus, saveReasons } from '../writes';

/**
 * Keeps what the marketplace says of a known order's parcel, and follows it along the line. A reading that is older
 * than the one before changes nothing.
 */
export async function saveParcel(db: Database, reading: Reading): Promise<void> {
  await retryingDeadlocks(() => db.transaction((tx) => takeReading(tx, reading)));
}

async function takeReading(tx: Database, reading: Reading): Promise<void> {
  const { usuarioId } = reading;
  const found = await lockOrder(tx, reading);
  if (found === null) return;
  // Of an order whose buyer was erased nothing is kept that tells of the buyer; one that is open still moves on.
  if (found.comprador_apagado_em !== null)
    return followParcel(tx, { usuarioId, ...found }, getStage(reading));
  const key = { usuarioId, pedidoId: found.id };
  const earlier = await findEarlierReading(tx, key);
  // After it was sent the pack that it was sent with stays, and the other one asks for attention.
  const pack = earlier?.pacote_id ?? null;
  const pacoteId = pack !== null && !(await followsMarketplace(tx, key, found)) ? pack : null;
  const stored = await storeParcel(tx, reading, { pedidoId: found.id, pacoteId });
  if (stored === null) return;
  const order = { ...found, ...(await handOver(tx, key, { known: found, told: reading.order })) };
  await followChanges(tx, key, { known: order, told: reading.order, earlier });
  await saveDeadline(tx, key, { known: order, reading });
  const isBuyerUnknown = await fillBuyer(tx, key, { known: order, told: reading.order });
  const isBuyerHidden = isBuyerUnknown && !order.enviado_pelo_marketplace;
  const open = getParcelReasons(reading, { isBuyerHidden, isUnconfirmed: isUnconfirmed(stored, reading) });
  // What was told at the same stage before may have been seen to: it is not asked for again.
  const old = open.filter(({ codigo }) => earlier !== null && STAGES.get(codigo) === earlier.situacao);
  // Only the seller knows that a parcel is back, whatever became of its order meanwhile.
  const isReturn = (code: AttentionCode) => code === 'devolvido' && reading.order.situacao === 'cancelado';
  const isOld = (code: AttentionCode) => old.some(({ codigo }) => codigo === code);
  await saveReasons(tx, key, {
    codes: PARCEL_REASONS.filter((code) => !isOld(code) && !isReturn(code)),
    open: open.filter((reason) => !old.includes(reason)),
  });
  await followParcel(tx, { usuarioId, ...order }, getStage(reading));
}

interface KnownOrder extends KnownContent {
  id: string;
  comprador_apagado_em: string | null;
  despachar_ate: string | null;
  entregar_ate: string | null;
}

async function lockOrder(tx: Database, { usuarioId, order }: Reading): Promise<KnownOrder | null> {
  const { id, status, cliente_nome, cliente_endereco, comprador_apagado_em } = orders;
  const { despachar_ate, entregar_ate } = orders;
  const { conta_id, produto_id, quantidade, preco_venda, enviado_pelo_marketplace } = orders;
  const [found] = await tx
    .select({
      ...{ id, status, cliente_nome, cliente_endereco, comprador_apagado_em },
      ...{ despachar_ate, entregar_ate },
      ...{ conta_id, produto_id, quantidade, preco_venda, enviado_pelo_marketplace },
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

/** A parcel that has left, will not leave any more, or is not the seller's to send has no deadline to keep. */
async function saveDeadline(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
  { known, reading }: { known: KnownOrder; reading: Reading },
): Promise<void> {
  const stage = getStage(reading);
  const isOver = hasLeft(stage) || FINAL_SHIPPING_STAGES.some((each) => each === stage);
  const told = reading.parcel.despachar_ate?.toISOString() ?? known.despachar_ate;
  const despachar_ate = isOver || known.enviado_pelo_marketplace ? null : told;
  const promised = reading.parcel.entregar_ate?.toISOString() ?? known.entregar_ate;
  const entregar_ate = promised ?? findAssumedDelivery(reading);
  if (despachar_ate === known.despachar_ate && entregar_ate === known.entregar_ate) return;
  await tx
    .update(orders)
    .set({ despachar_ate, entregar_ate })
    .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, pedidoId)));
}

/** Of Amazon's parcels that left, where no day was promised: those that Amazon sends are never marked as shipped. */
function findAssumedDelivery(reading: Reading): string | null {
  if (reading.order.marketplace !== 'amazon' || !hasLeft(getStage(reading))) return null;
  return new Date(reading.readAt.getTime() + ASSUMED_DELIVERY_DAYS * DAY_MS).toISOString();
}

/** The reasons that a reading decides; those of the sale itself (stock, listing, items) are not touched by it. */
const PARCEL_REASONS = ['bloqueado', 'devolvido', 'dados_ocultos', 'envio_nao_confirmado'] as const;

/** The reasons that belong to one stage. The marketplace's own label bears the address, so it is needed for no other parcel. */
const STAGES: ReadonlyMap<AttentionCode, ShippingStage> = new Map([
  ['devolvido', 'devolvido'],
  ['dados_ocultos', 'envio_proprio'],
]);

function getParcelReasons(
  { order, parcel }: Reading,
  { isBuyerHidden, isUnconfirmed }: { isBuyerHidden: boolean; isUnconfirmed: boolean },
): AttentionReason[] {
  const reasons = blockReasons(order);
  if (parcel.situacao === 'devolvido') reasons.push({ codigo: 'devolvido', detalhe: parcel.motivo });
  if (isBuyerHidden && parcel.situacao === 'envio_proprio') {
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
  if (cliente_nome !== known.cliente_nome || isFirst) {
    await tx
      .update(orders)
      // An address that was known may have been taken over by now.
      .set({ cliente_nome, ...(isFirst && { cliente_endereco }) })
      .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, pedidoId)));
  }
  return cliente_nome === null && cliente_endereco === null;
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
