import { findHold } from '@esteira/domain/orders/order-attention';
import { ORDER_ACTIONS, type OrderAction } from '@esteira/domain/orders/order-machine';
import type { Order } from '@esteira/validators/orders/order';

/** Whether a step of the order is asked about before: a step that the server refuses anyway is not. */
export function isAskedAbout({ atencoes, envio }: Order, action: OrderAction): boolean {
  const isRefused = ORDER_ACTIONS[action].stoppedByBlock && (envio?.bloqueio ?? null) !== null;
  return findHold(atencoes) !== undefined && !isRefused;
}
