import { ORDER_STATUS_LABELS } from '@esteira/domain/orders/order-machine';
import { isStepBack } from '@esteira/domain/orders/order-undo';
import type { OrderEvent } from '@esteira/validators/orders/order';

/** What an event says in the history: 'Pedido recebido', the status it led to, what became of it, or that a step was taken back. */
export function describeEvent(event: OrderEvent): string {
  if (event.de === null) return 'Pedido recebido';
  if (event.de === event.para) return isOfPart(event) ? (event.motivo ?? '') : 'Pedido alterado';
  const label = ORDER_STATUS_LABELS[event.para];
  return isStepBack(event) ? `Desfeito: de volta a "${label}"` : label;
}

/** What became of a supplier's part: a person did it. Marketplaces alter orders. */
const isOfPart = ({ de, para, ator_nome }: OrderEvent) => de === para && ator_nome !== null;

/** What stands below it: why the seller cancelled, or what the marketplace changed; null where there is nothing more. */
export function describeReason(event: OrderEvent): string | null {
  const { de, para, motivo } = event;
  if (motivo === null || isOfPart(event)) return null;
  return de === para ? `${motivo}.` : `Motivo: ${motivo}`;
}
