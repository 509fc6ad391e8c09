/** Every status of an order, in the order it goes through them. */
export const ORDER_STATUSES = [
  'pendente',
  'aprovado',
  'enviado_fornecedor',
  'pago',
  'enviado_cliente',
  'entregue',
  'cancelado',
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const ORDER_STATUS_LABELS = {
  pendente: 'Pendente Aprovação',
  aprovado: 'Aprovado',
  enviado_fornecedor: 'Enviado ao Fornecedor',
  pago: 'Pago ao Fornecedor',
  enviado_cliente: 'Enviado ao Cliente',
  entregue: 'Entregue',
  cancelado: 'Cancelado',
} as const satisfies Record<OrderStatus, string>;

/** One step of the order line: the only status it may start from, where it leads, and its button. */
export interface OrderStep {
  from: OrderStatus;
  to: OrderStatus;
  label: string;
  /** Whether a block stops it: steps that bring the parcel nearer to its way, not those about money and arrival. */
  stoppedByBlock: boolean;
  /** Whether a real marketplace learns of it: the label schedules the parcel, the shipment is confirmed. */
  tellsMarketplace: boolean;
}

/** The seller's steps along the order line. For cancelling see isCancellable and UNSHIPPED_STATUSES. */
export const ORDER_ACTIONS = {
  approve: {
    from: 'pendente',
    to: 'aprovado',
    label: 'Aprovar Pedido',
    stoppedByBlock: true,
    tellsMarketplace: false,
  },
  sendToSupplier: {
    from: 'aprovado',
    to: 'enviado_fornecedor',
    label: 'Enviar ao Fornecedor',
    stoppedByBlock: true,
    tellsMarketplace: true,
  },
  pay: {
    from: 'enviado_fornecedor',
    to: 'pago',
    label: 'Confirmar Pagamento',
    stoppedByBlock: false,
    tellsMarketplace: false,
  },
  markShipped: {
    from: 'pago',
    to: 'enviado_cliente',
    label: 'Enviado ao Cliente',
    stoppedByBlock: true,
    tellsMarketplace: true,
  },
  markDelivered: {
    from: 'enviado_cliente',
    to: 'entregue',
    label: 'Marcar Entregue',
    stoppedByBlock: false,
    tellsMarketplace: false,
  },
} as const satisfies Record<string, OrderStep>;

export type OrderAction = keyof typeof ORDER_ACTIONS;

/** What stands in place of an action once the order is delivered. */
export const FINISHED_LABEL = 'Pedido Finalizado';

/** The filters of the orders screen and the statuses each covers. */
export const ORDER_FILTERS = {
  todos: { label: 'Todos', statuses: ORDER_STATUSES },
  pendentes: { label: 'Pendentes', statuses: ['pendente'] },
  aprovados: { label: 'Aprovados', statuses: ['aprovado'] },
  com_fornecedor: { label: 'Com Fornecedor', statuses: ['enviado_fornecedor', 'pago'] },
} as const satisfies Record<string, { label: string; statuses: readonly OrderStatus[] }>;

export type OrderFilter = keyof typeof ORDER_FILTERS;

const ACTION_NAMES = Object.keys(ORDER_ACTIONS).filter(isOrderAction);

function isOrderAction(value: string): value is OrderAction {
  return Object.hasOwn(ORDER_ACTIONS, value);
}

/** The one action that leads on from `status`; null where the line ends (entregue, cancelado). */
export function nextAction(status: OrderStatus): OrderAction | null {
  return ACTION_NAMES.find((action) => ORDER_ACTIONS[action].from === status) ?? null;
}

/** The one action that leads to `status`; null for the arrival and for a cancellation. */
export function findActionTo(status: OrderStatus): OrderAction | null {
  return ACTION_NAMES.find((action) => ORDER_ACTIONS[action].to === status) ?? null;
}

/** Tells whether the marketplace may still cancel: from any status before `entregue`. */
export function isCancellable(status: OrderStatus): boolean {
  return nextAction(status) !== null;
}

/** The statuses in which the parcel is not yet on its way: there is a deadline to keep, and the seller may cancel. */
export const UNSHIPPED_STATUSES = ['pendente', 'aprovado', 'enviado_fornecedor', 'pago'] as const;

/** Tells whether an order in this status has still to be shipped. */
export function isUnshipped(status: OrderStatus): boolean {
  return UNSHIPPED_STATUSES.some((each) => each === status);
}

export const CANCELLABLE_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter(isCancellable);

/** The 409 sentence for an action tried from the wrong status. */
export function wrongStatusMessage(status: OrderStatus): string {
  return `Pedido está "${ORDER_STATUS_LABELS[status]}"`;
}
