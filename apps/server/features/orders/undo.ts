import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import { findActionTo, ORDER_STATUS_LABELS, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { findUndoRefusal, type UndoRefusal } from '@esteira/domain/orders/order-undo';
import type { Order, UndoInput } from '@esteira/validators/orders/order';
import type { Actor } from '../../core/actor';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { getOrder } from './queries';
import { takeBackStatus } from './writes';

/**
 * Takes the step back that led a seller's order to `status` (docs/product-rules/orders.md#undo). Of concurrent tries, and of
 * an undo and the next step, exactly one succeeds. Fails with `conflict` where something followed the step, or where
 * it may not be taken back.
 */
export async function undoStep(deps: Deps, actor: Actor, { id, status }: UndoInput): Promise<Order> {
  const { usuarioId } = actor;
  const order = await getOrder(deps, usuarioId, id);
  if (order.status !== status) throw new AppError('conflict', movedOnMessage(order.status));
  const action = findActionTo(status);
  if (action === null) throw new AppError('conflict', UNDO_REFUSALS.no_step(order.marketplace));
  const isReal = order.envio !== null || deps.marketplaces[order.marketplace].modo === 'real';
  const isTakenBack = await deps.db.transaction(async (tx) => {
    const last = await takeBackStatus(tx, { ...actor, pedidoId: id, action });
    if (last === undefined) return false;
    const refusal = findUndoRefusal(action, last, { isReal, now: deps.clock() });
    if (refusal !== null) throw new AppError('conflict', UNDO_REFUSALS[refusal](order.marketplace));
    return true;
  });
  const after = await getOrder(deps, usuarioId, id);
  if (!isTakenBack) throw new AppError('conflict', movedOnMessage(after.status));
  return after;
}

/** What is said of an order that another step has led on. */
export function movedOnMessage(status: OrderStatus): string {
  return `Não é mais possível desfazer: o pedido está "${ORDER_STATUS_LABELS[status]}"`;
}

/** Why a step is not taken back, as the seller reads it. */
export const UNDO_REFUSALS: Record<UndoRefusal, (marketplace: Marketplace) => string> = {
  no_step: () => 'Não há passo para desfazer neste pedido',
  not_by_seller: (marketplace) => `Este passo foi dado ${BY[marketplace]} e não pode ser desfeito`,
  marketplace_told: (marketplace) => `Este passo já foi informado ${TO[marketplace]} e não pode ser desfeito`,
  too_late: () => 'O prazo para desfazer este passo terminou',
};

const BY = {
  mercadolivre: `pelo ${MARKETPLACE_NAMES.mercadolivre}`,
  amazon: `pela ${MARKETPLACE_NAMES.amazon}`,
} as const;
const TO = {
  mercadolivre: `ao ${MARKETPLACE_NAMES.mercadolivre}`,
  amazon: `à ${MARKETPLACE_NAMES.amazon}`,
} as const;
