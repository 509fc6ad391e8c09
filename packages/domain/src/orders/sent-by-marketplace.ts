import type { Marketplace } from '../marketplaces';
import { nextAction, ORDER_STATUS_LABELS, type OrderAction, type OrderStatus } from './order-machine';
import { hasLeft, type ShippingStage } from './shipping-stage';

/**
 * An order that the marketplace sends from its own warehouse (Mercado Livre Full, Amazon FBA): the badge that names it, what its
 * status reads until the parcel leaves, and the 409 sentence for every step of the seller's. Only the marketplace leads it on.
 */
export const SENT_BY_MARKETPLACE = {
  mercadolivre: {
    badge: 'Full',
    waiting: 'Com o Mercado Livre',
    refusal: 'O Mercado Livre envia este pedido do Full.',
  },
  amazon: { badge: 'FBA', waiting: 'Com a Amazon', refusal: 'A Amazon envia este pedido.' },
} as const satisfies Record<Marketplace, { badge: string; waiting: string; refusal: string }>;

/** Where an order's line begins; what the marketplace sends itself begins behind all that the seller does. */
export function getFirstStatus(isSentByMarketplace: boolean): OrderStatus {
  return isSentByMarketplace ? 'enviado_cliente' : 'pendente';
}

/** An order as far as its next step needs it. */
export interface SteppedOrder {
  status: OrderStatus;
  enviado_pelo_marketplace: boolean;
}

/** The one action that its seller may take of an order; null where there is none, or the marketplace sends it. */
export function findSellerAction({ status, enviado_pelo_marketplace }: SteppedOrder): OrderAction | null {
  return enviado_pelo_marketplace ? null : nextAction(status);
}

/** An order as far as the words for its status need it. */
interface ShownOrder extends SteppedOrder {
  marketplace: Marketplace;
  envio: { situacao: ShippingStage } | null;
}

/** What an order's status reads. What the marketplace sends itself is with it until the parcel leaves. */
export function getStatusLabel({ status, marketplace, envio, ...order }: ShownOrder): string {
  const isWaiting =
    order.enviado_pelo_marketplace && status === getFirstStatus(true) && !(envio && hasLeft(envio.situacao));
  return isWaiting ? SENT_BY_MARKETPLACE[marketplace].waiting : ORDER_STATUS_LABELS[status];
}
