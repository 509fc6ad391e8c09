import { ORDER_ACTIONS, type OrderAction, wrongStatusMessage } from '@esteira/domain/orders/order-machine';
import { SENT_BY_MARKETPLACE } from '@esteira/domain/orders/sent-by-marketplace';
import type { Shipment } from '@esteira/marketplaces/port';
import type { Order } from '@esteira/validators/orders/order';
import type { Actor } from '../../core/actor';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { adapterContext } from '../connections/calls/adapter-context';
import { fetchLabel, storeLabels } from '../shipping/label';
import { getOrderToShip, type OrderToShip } from '../shipping/order-to-ship';
import { getParcelStage } from '../shipping/parcel';
import { readAgain } from '../shipping/read-again';
import { saveShipment, tellShipped } from '../shipping/shipment';
import { followParcel } from './intake/save-parcel';
import { getOrder } from './queries';
import { moveStatus } from './writes';

interface Step {
  id: string;
  action: OrderAction;
}

/** Takes a step that no marketplace is told of; of concurrent tries exactly one succeeds. */
export async function moveOrder(deps: Deps, actor: Actor, { id, action }: Step): Promise<Order> {
  const isMoved =
    isEntityId(id) && (await deps.db.transaction((tx) => moveStatus(tx, { ...actor, pedidoId: id, action })));
  return answerStep(deps, actor.usuarioId, { id, action, isMoved });
}

/** The parcel may have left before the supplier was paid: then the order goes on with it at once. */
export async function payOrder(deps: Deps, actor: Actor, id: string): Promise<Order> {
  const { usuarioId } = actor;
  const action = 'pay';
  const isMoved = await deps.db.transaction(async (tx) => {
    if (!isEntityId(id)) return false;
    if (!(await moveStatus(tx, { ...actor, pedidoId: id, action }))) return false;
    const stage = await getParcelStage(tx, usuarioId, id);
    if (stage !== null) await followParcel(tx, { usuarioId, id, status: ORDER_ACTIONS[action].to }, stage);
    return true;
  });
  return answerStep(deps, usuarioId, { id, action, isMoved });
}

/** Marks an order as shipped, once the marketplace was told or has seen the parcel leave. */
export async function markShipped(
  deps: Deps,
  actor: Actor,
  { id, envio }: { id: string; envio: Shipment },
): Promise<Order> {
  const { usuarioId } = actor;
  const action = 'markShipped';
  const order = await getOrderReadyFor(deps, usuarioId, { id, action });
  const result = await tellShipped(
    deps,
    { order, envio },
    adapterContext({ usuarioId, contaId: order.contaId }),
  );
  const isMoved = await deps.db.transaction(async (tx) => {
    if (!(await moveStatus(tx, { ...actor, pedidoId: id, action }))) return false;
    if (result === 'done') await saveShipment(deps, tx, { usuarioId, orders: [order], envio });
    return true;
  });
  return answerStep(deps, usuarioId, { id, action, isMoved });
}

/** Hands an order to the supplier: the marketplace's label is fetched first and kept with the order. */
export async function sendToSupplier(deps: Deps, actor: Actor, id: string): Promise<Order> {
  const { usuarioId } = actor;
  const action = 'sendToSupplier';
  const order = await getOrderReadyFor(deps, usuarioId, { id, action });
  const label = await fetchLabel(deps, order, adapterContext({ usuarioId, contaId: order.contaId }));
  const isMoved = await deps.db.transaction(async (tx) => {
    const move = { ...actor, pedidoId: id, action, withLabel: label !== null } as const;
    if (!(await moveStatus(tx, move))) return false;
    if (label !== null) await storeLabels(tx, usuarioId, [{ id, ...label }]);
    await readAgain(deps, tx, { usuarioId, orders: [order] });
    return true;
  });
  return answerStep(deps, usuarioId, { id, action, isMoved });
}

/** The order as it is after a step; or why the step was not taken. */
async function answerStep(
  deps: Deps,
  usuarioId: string,
  { id, action, isMoved }: Step & { isMoved: boolean },
): Promise<Order> {
  const order = await getOrder(deps, usuarioId, id);
  if (isMoved) return order;
  throw new AppError('conflict', findStepRefusal(order, action) ?? wrongStatusMessage(order.status));
}

/** Refuses early what cannot work, before a marketplace is asked for anything. */
async function getOrderReadyFor(deps: Deps, usuarioId: string, { id, action }: Step): Promise<OrderToShip> {
  const order = await getOrderToShip(deps.db, usuarioId, id);
  const refusal = findStepRefusal(order, action);
  if (refusal !== null) throw new AppError('conflict', refusal);
  return order;
}

/** Why an order does not take a step as it stands; null when it does. */
export function findStepRefusal(
  order: Pick<OrderToShip, 'status' | 'marketplace' | 'enviado_pelo_marketplace'> & {
    envio: { bloqueio: string | null } | null;
  },
  action: OrderAction,
): string | null {
  const { status, envio } = order;
  const { from, stoppedByBlock } = ORDER_ACTIONS[action];
  if (order.enviado_pelo_marketplace) return SENT_BY_MARKETPLACE[order.marketplace].refusal;
  if (status !== from) return wrongStatusMessage(status);
  return stoppedByBlock ? (envio?.bloqueio ?? null) : null;
}
