import { toPlainIdentifier } from '@esteira/domain/text/plain-text';
import { at, centsAt, dateAt, listAt, numberAt, shownTextAt, textAt } from '../../http/json';
import type { ExternalOrder, ExternalOrderItem, ExternalOrderStatus } from '../../port';
import { unexpectedResponse } from '../errors';

const STATUSES: Readonly<Record<string, ExternalOrderStatus>> = {
  PENDING_AVAILABILITY: 'aguardando_pagamento',
  PENDING: 'aguardando_pagamento',
  UNSHIPPED: 'pago',
  PARTIALLY_SHIPPED: 'pago',
  SHIPPED: 'enviado',
  CANCELLED: 'cancelado',
  UNFULFILLABLE: 'cancelado',
};

/**
 * Reads an order of the Orders API 2026-01-01, given as `{ order }` or as one of `orders`. Only the fields that
 * the model requires are relied on; personal data is missing for an app without that role.
 */
export function toExternalOrder(order: unknown): ExternalOrder {
  const ml_order_id = textAt(order, 'orderId');
  const criado_em = dateAt(order, 'createdTime');
  if (!ml_order_id || !criado_em) throw unexpectedResponse('getOrder');
  const situacao = isAllCancelled(order) ? 'cancelado' : toStatus(order);
  const waits = situacao === 'aguardando_pagamento';
  const address = at(order, 'recipient', 'deliveryAddress');
  const isByAmazon = sentByAmazon(order);
  return {
    marketplace: 'amazon',
    ml_order_id,
    situacao,
    itens: toItems(order),
    cliente_nome: waits ? null : (shownTextAt(address, 'name') ?? shownTextAt(order, 'buyer', 'buyerName')),
    cliente_endereco: waits ? null : toAddressLine(address),
    motivo_bloqueio:
      situacao === 'pago' && !isByAmazon && buyerWantsToCancel(order) ? CANCELLATION_ASKED : null,
    enviado_pelo_marketplace: isByAmazon,
    pacote_id: null,
    criado_em,
    atualizado_em: dateAt(order, 'lastUpdatedTime') ?? criado_em,
  };
}

const CANCELLATION_ASKED =
  'O comprador pediu o cancelamento deste pedido na Amazon. Decida no Seller Central antes de enviar.';

/** Whether Amazon sends it from its own warehouse (FBA). */
export function sentByAmazon(order: unknown): boolean {
  return textAt(order, 'fulfillment', 'fulfilledBy') === 'AMAZON';
}

/** Whether the buyer asked to cancel any item and the seller has not decided yet. */
export function buyerWantsToCancel(order: unknown): boolean {
  return listAt(order, 'orderItems').some(
    (item) =>
      at(item, 'cancellation', 'cancellationRequest') !== undefined &&
      at(item, 'cancellation', 'cancellationExecution') === undefined,
  );
}

/** A status that is unknown or missing counts as unpaid, so that nothing is shipped by mistake. */
function toStatus(order: unknown): ExternalOrderStatus {
  const status = STATUSES[textAt(order, 'fulfillment', 'fulfillmentStatus') ?? ''] ?? 'aguardando_pagamento';
  return status === 'enviado' && allDelivered(order) ? 'entregue' : status;
}

/** Whether every parcel that still counts has arrived. */
export function allDelivered(order: unknown): boolean {
  const states = packageStates(order).filter((state) => state !== 'CANCELLED');
  return states.length > 0 && states.every((state) => state === 'DELIVERED');
}

/** The status of each parcel of the order, in Amazon's words. */
export function packageStates(order: unknown): string[] {
  return listAt(order, 'packages').flatMap((parcel) => textAt(parcel, 'packageStatus', 'status') ?? []);
}

/** Whether every item was cancelled to nothing: the order itself may say so later. */
function isAllCancelled(order: unknown): boolean {
  const units = listAt(order, 'orderItems').map((item) => numberAt(item, 'quantityOrdered'));
  return units.length > 0 && units.every((each) => each === 0);
}

/** Items that were cancelled to nothing are left out, unless the whole order was. */
function toItems(order: unknown): ExternalOrderItem[] {
  const items = listAt(order, 'orderItems').map(toItem);
  const left = items.filter(({ quantidade }) => quantidade > 0);
  return left.length > 0 ? left : items.map((item) => ({ ...item, quantidade: 1 }));
}

function toItem(item: unknown): ExternalOrderItem {
  const product = at(item, 'product');
  const sellerSku = at(product, 'sellerSku');
  const sku = typeof sellerSku === 'string' ? toPlainIdentifier(sellerSku) || null : null;
  const quantidade = numberAt(item, 'quantityOrdered') ?? 0;
  return {
    // As Amazon writes it: a listing may be older than the one way of writing SKUs.
    id_externo:
      (sku && String(sellerSku).trim()) ?? textAt(product, 'asin') ?? textAt(item, 'orderItemId') ?? '',
    sku,
    titulo: textAt(product, 'title') ?? sku ?? 'Produto da Amazon',
    quantidade,
    preco_unitario_centavos:
      centsAt(product, 'price', 'unitPrice', 'amount') ?? fromProceeds(item, quantidade),
  };
}

/** Without a unit price, the item's own proceeds (no shipping, no tax) shared among its units. */
function fromProceeds(item: unknown, quantidade: number): number {
  const own = listAt(item, 'proceeds', 'breakdowns').find((part) => textAt(part, 'type') === 'ITEM');
  const total =
    centsAt(own, 'subtotal', 'amount') ?? centsAt(item, 'proceeds', 'proceedsTotal', 'amount') ?? 0;
  return Math.round(total / Math.max(1, quantidade));
}

/** The address in one line ending in its CEP; null when the app may not read it. */
function toAddressLine(address: unknown): string | null {
  const cep = textAt(address, 'postalCode');
  const street = toStreet(address);
  if (!cep || !street) return null;
  const city = [textAt(address, 'city'), textAt(address, 'stateOrRegion')].filter((part) => part !== null);
  const parts = [street, textAt(address, 'extendedFields', 'neighborhood'), city.join(' - '), `CEP ${cep}`];
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

/** Brazilian orders split street, number and complement; other lines are free text. */
function toStreet(address: unknown): string | null {
  const field = (name: string) => shownTextAt(address, 'extendedFields', name);
  const split = [field('streetName'), field('streetNumber'), field('complement')];
  const lines = ['addressLine1', 'addressLine2', 'addressLine3'].map((name) => shownTextAt(address, name));
  const chosen = split[0] !== null ? split : lines;
  return chosen.filter((part) => part !== null).join(', ') || null;
}
