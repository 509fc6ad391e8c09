import type { Database } from '@esteira/db/database';
import { labels } from '@esteira/db/schema/labels';
import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { ORDER_ACTIONS, type OrderAction, wrongStatusMessage } from '@esteira/domain/order-machine';
import { hasLeft } from '@esteira/domain/shipping-stage';
import type { Shipment, ShipResult } from '@esteira/marketplaces/port';
import type { Order } from '@esteira/validators/order';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { adapterContext } from '../connections/calls/adapter-context';
import { getOrder, getOrderToShip, type OrderToShip } from './queries';
import { recordConfirmation } from './shipping/confirmation';
import { followParcel, getParcelStage, ordersOfPack } from './shipping/parcel';
import { moveStatus } from './writes';

interface Step {
  id: string;
  action: OrderAction;
}

/** Takes a step that no marketplace is told of; of concurrent tries exactly one succeeds. */
export async function moveOrder(deps: Deps, usuarioId: string, { id, action }: Step): Promise<Order> {
  const isMoved =
    isEntityId(id) && (await moveStatus(deps.db, { usuarioId, pedidoId: id, action, atorId: usuarioId }));
  return answerStep(deps, usuarioId, { id, action, isMoved });
}

/** The parcel may have left before the supplier was paid: then the order goes on with it at once. */
export async function payOrder(deps: Deps, usuarioId: string, id: string): Promise<Order> {
  const action = 'pay';
  const isMoved = await deps.db.transaction(async (tx) => {
    if (!isEntityId(id)) return false;
    if (!(await moveStatus(tx, { usuarioId, pedidoId: id, action, atorId: usuarioId }))) return false;
    const stage = await getParcelStage(tx, usuarioId, id);
    if (stage !== null) await followParcel(tx, { usuarioId, id, status: ORDER_ACTIONS[action].to }, stage);
    return true;
  });
  return answerStep(deps, usuarioId, { id, action, isMoved });
}

/** Marks an order as shipped, once the marketplace was told or has seen the parcel leave. */
export async function markShipped(
  deps: Deps,
  usuarioId: string,
  { id, envio }: { id: string; envio: Shipment },
): Promise<Order> {
  const action = 'markShipped';
  const order = await getOrderReadyFor(deps, usuarioId, { id, action });
  const { modo } = deps.marketplaces[order.marketplace];
  const result = await tellShipped(deps, usuarioId, { order, envio });
  const isMoved = await deps.db.transaction(async (tx) => {
    if (!(await moveStatus(tx, { usuarioId, pedidoId: id, action, atorId: usuarioId }))) return false;
    if (result === 'done' && order.envio !== null && modo === 'real') {
      await recordConfirmation(tx, { usuarioId, pedidoId: id }, { envio, now: deps.clock() });
      await readAgain(deps, tx, { usuarioId, order });
    }
    return true;
  });
  return answerStep(deps, usuarioId, { id, action, isMoved });
}

/** Tells the marketplace. Where only the carrier's scan counts, the order waits for it. */
async function tellShipped(
  deps: Deps,
  usuarioId: string,
  { order, envio }: { order: OrderToShip; envio: Shipment },
): Promise<ShipResult> {
  const adapter = deps.marketplaces[order.marketplace];
  const call = adapterContext(usuarioId);
  const result = await adapter.markShipped(call, order.ref, envio);
  if (result !== 'observed_by_marketplace' || adapter.modo === 'simulado') return result;
  const { parcel } = await adapter.readOrder(call, order.ref.ml_order_id);
  if (parcel !== null && hasLeft(parcel.situacao)) return result;
  throw new AppError('conflict', parcel?.motivo ?? `${OBSERVERS[order.marketplace]} ${OBSERVES}`);
}

const OBSERVERS = {
  mercadolivre: `O ${MARKETPLACE_NAMES.mercadolivre}`,
  amazon: `A ${MARKETPLACE_NAMES.amazon}`,
} as const;
const OBSERVES = 'marca este pedido como enviado quando a transportadora recebe o pacote';

/** Hands an order to the supplier: the marketplace's label is fetched first and kept with the order. */
export async function sendToSupplier(deps: Deps, usuarioId: string, id: string): Promise<Order> {
  const action = 'sendToSupplier';
  const order = await getOrderReadyFor(deps, usuarioId, { id, action });
  const adapter = deps.marketplaces[order.marketplace];
  const label = await adapter.getLabel(adapterContext(usuarioId), { ...order.label, ...order.ref });
  if (!label.ready && !needsNoLabel(order)) throw new AppError('conflict', label.motivo);
  const isMoved = await deps.db.transaction(async (tx) => {
    const move = { usuarioId, pedidoId: id, action, atorId: usuarioId, withLabel: label.ready } as const;
    if (!(await moveStatus(tx, move))) return false;
    if (label.ready) {
      await tx
        .insert(labels)
        .values({ usuario_id: usuarioId, pedido_id: id, tipo: label.mime, conteudo: label.bytes });
    }
    if (adapter.modo === 'real') await readAgain(deps, tx, { usuarioId, order });
    return true;
  });
  return answerStep(deps, usuarioId, { id, action, isMoved });
}

/** The seller's own carrier brings it, or it is on its way already: there is no label to wait for. */
function needsNoLabel({ envio }: OrderToShip): boolean {
  return envio !== null && (envio.situacao === 'envio_proprio' || hasLeft(envio.situacao));
}

/** What was done here changes the parcel there: every order that travels in it is read again at once. */
export async function readAgain(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Database,
  { usuarioId, order }: { usuarioId: string; order: OrderToShip },
): Promise<void> {
  const { marketplace, ref, envio } = order;
  const mates =
    envio === null || envio.pacote_id === null
      ? []
      : await ordersOfPack(tx, { usuarioId, marketplace, pacoteId: envio.pacote_id });
  for (const numero of [...new Set([ref.ml_order_id, ...mates])].sort()) {
    const data = { usuario_id: usuarioId, marketplace, ml_order_id: numero };
    await jobs.send(tx, 'order-read', data);
  }
}

/** The order as it is after a step; or why the step was not taken. */
async function answerStep(
  deps: Deps,
  usuarioId: string,
  { id, action, isMoved }: Step & { isMoved: boolean },
): Promise<Order> {
  const order = await getOrder(deps, usuarioId, id);
  if (isMoved) return order;
  throw getRefusal(order, action) ?? new AppError('conflict', wrongStatusMessage(order.status));
}

/** Refuses early what cannot work, before a marketplace is asked for anything. */
async function getOrderReadyFor(deps: Deps, usuarioId: string, { id, action }: Step): Promise<OrderToShip> {
  const order = await getOrderToShip(deps.db, usuarioId, id);
  const refusal = getRefusal(order, action);
  if (refusal !== null) throw refusal;
  return order;
}

function getRefusal(
  { status, envio }: Pick<OrderToShip, 'status'> & { envio: { bloqueio: string | null } | null },
  action: OrderAction,
): AppError | null {
  const { from, stoppedByBlock } = ORDER_ACTIONS[action];
  if (status !== from) return new AppError('conflict', wrongStatusMessage(status));
  const bloqueio = stoppedByBlock ? (envio?.bloqueio ?? null) : null;
  return bloqueio === null ? null : new AppError('conflict', bloqueio);
}
