import type { OrderAction } from './order-machine';

/** The steps of the order line as the calls name them. */
export const ORDER_STEPS = {
  aprovar: 'approve',
  'enviar-fornecedor': 'sendToSupplier',
  pagar: 'pay',
  'enviado-cliente': 'markShipped',
  entregue: 'markDelivered',
} as const satisfies Record<string, OrderAction>;

export type OrderStepName = keyof typeof ORDER_STEPS;

export const MAX_BULK_ORDERS = 500;

/** How many orders of a filter are chosen at once. */
export const MAX_CHOSEN_ORDERS = 5_000;
