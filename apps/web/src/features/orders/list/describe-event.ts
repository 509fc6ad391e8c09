import { ORDER_STATUS_LABELS } from '@esteira/domain/order-machine';
import { isStepBack } from '@esteira/domain/order-undo';
import type { OrderEvent } from '@esteira/validators/order';

/** What an event says in the history: 'Pedido recebido', the status it led to, or that a step was taken back. */
export function describeEvent(event: OrderEvent): string {
  if (event.de === null) return 'Pedido recebido';
  const label = ORDER_STATUS_LABELS[event.para];
  return isStepBack(event) ? `Desfeito: de volta a "${label}"` : label;
}
