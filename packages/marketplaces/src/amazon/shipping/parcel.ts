import type { ShippingStage } from '@esteira/domain/orders/shipping-stage';
import { at, dateAt, listAt, numberAt, textAt } from '../../http/json';
import type { ShippingState } from '../../port';
import { allDelivered, buyerWantsToCancel, packageStates, sentByAmazon } from '../orders/parse-order';

const DBA_PROGRAMS = ['DELIVERY_BY_AMAZON', 'AMAZON_EASY_SHIP'];

/** Whether Amazon carries the parcel (Easy Ship underneath): it then gives the label and sees the shipment. */
export function carriedByAmazon(order: unknown): boolean {
  return listAt(order, 'programs').some((program) => DBA_PROGRAMS.includes(textAt(program) ?? ''));
}

/** NOT_REQUIRED, NOT_FOUND, PROCESSING, ERRORED or ACCEPTED; null when Amazon did not tell. */
export function findInvoiceStatus(order: unknown): string | null {
  const status = textAt(order, 'tax', 'taxInvoicing', 'invoiceStatus');
  // The program says who issues it, should the status be missing.
  const byAmazon = listAt(order, 'programs').includes('INVOICE_BY_AMAZON');
  return byAmazon && (status === null || status === 'NOT_FOUND') ? 'NOT_REQUIRED' : status;
}

/** Units of each item that are not shipped yet, as confirmShipment takes them. */
export function unshippedItems(order: unknown): { orderItemId: string; quantity: number }[] {
  return listAt(order, 'orderItems').flatMap((item) => {
    const orderItemId = textAt(item, 'orderItemId');
    const quantity =
      numberAt(item, 'fulfillment', 'quantityUnfulfilled') ?? numberAt(item, 'quantityOrdered') ?? 0;
    return orderItemId && quantity > 0 ? [{ orderItemId, quantity }] : [];
  });
}

/** Whether Amazon shows a parcel with this tracking number. */
export function showsTracking(order: unknown, code: string): boolean {
  return listAt(order, 'packages').some((parcel) => textAt(parcel, 'trackingNumber') === code);
}

/** A positive number that no parcel of the order has yet, as text. */
export function nextPackageReference(order: unknown): string {
  const used = listAt(order, 'packages').map((parcel) => numberAt(parcel, 'packageReferenceId') ?? 0);
  return String(Math.max(0, ...used) + 1);
}

const NOTHING = {
  precisa_nota: false,
  tem_etiqueta: false,
  pode_marcar_enviado: false,
  motivo: null,
  tentar_em: null,
} as const;

/** What can be done with the order's parcel at `now`, and until when its buyer was promised it. */
export function toShippingState(order: unknown, now: Date): ShippingState {
  const state = toPossibleSteps(order, now);
  const deliverBy = dateAt(order, 'fulfillment', 'deliverByWindow', 'latestDateTime');
  return deliverBy ? { ...state, entregar_ate: deliverBy } : state;
}

function toPossibleSteps(order: unknown, now: Date): ShippingState {
  const done = finishedStage(order);
  if (done) return { ...NOTHING, situacao: done };
  const status = textAt(order, 'fulfillment', 'fulfillmentStatus');
  if (status !== 'UNSHIPPED' && status !== 'PARTIALLY_SHIPPED') {
    return waiting('A Amazon ainda está conferindo o pagamento deste pedido. Não envie antes.');
  }
  if (sentByAmazon(order)) return waiting('A Amazon envia este pedido.');
  if (buyerWantsToCancel(order)) {
    return waiting('O comprador pediu o cancelamento. Decida no Seller Central antes de enviar.');
  }
  const shipBy = dateAt(order, 'fulfillment', 'shipByWindow', 'latestDateTime');
  const state = carriedByAmazon(order) ? amazonParcel(order, now) : ownParcel(order);
  return shipBy ? { ...state, despachar_ate: shipBy } : state;
}

function finishedStage(order: unknown): ShippingStage | null {
  const status = textAt(order, 'fulfillment', 'fulfillmentStatus');
  if (status === 'CANCELLED' || status === 'UNFULFILLABLE') return 'cancelado';
  const states = packageStates(order);
  if (states.includes('UNDELIVERABLE')) return 'devolvido';
  if (allDelivered(order) && status === 'SHIPPED') return 'entregue';
  const moving = states.some((state) => state === 'IN_TRANSIT' || state === 'SHIPPED');
  return status === 'SHIPPED' || (moving && status !== 'PARTIALLY_SHIPPED') ? 'enviado' : null;
}

function amazonParcel(order: unknown, now: Date): ShippingState {
  const invoice = findInvoiceStatus(order);
  if (invoice === 'NOT_FOUND' || invoice === 'ERRORED') {
    const motivo =
      invoice === 'NOT_FOUND'
        ? 'A Amazon espera a NF-e para liberar a etiqueta.'
        : 'A Amazon recusou a NF-e. Confira a nota e envie novamente.';
    return { ...waiting(motivo), situacao: 'aguardando_nota', precisa_nota: true };
  }
  if (invoice === 'PROCESSING') return waiting('A Amazon está conferindo a NF-e.');
  const opens = dateAt(order, 'fulfillment', 'labelPrintingWindow', 'earliestDateTime');
  if (opens && opens > now)
    return { ...waiting('A Amazon ainda não liberou a impressão da etiqueta.'), tentar_em: opens };
  return { ...NOTHING, situacao: 'etiqueta_pronta', tem_etiqueta: true };
}

/** The label is the carrier's own; an NF-e is taken where Amazon asks for one, and does not hold the parcel. */
function ownParcel(order: unknown): ShippingState {
  const invoice = findInvoiceStatus(order);
  return {
    ...NOTHING,
    situacao: 'envio_proprio',
    precisa_nota: invoice === 'NOT_FOUND' || invoice === 'ERRORED',
    pode_marcar_enviado: true,
  };
}

function waiting(motivo: string): ShippingState {
  return { ...NOTHING, situacao: 'aguardando_marketplace', motivo };
}

/** When the order was made, the earliest that it can have been shipped. */
export function createdAt(order: unknown): Date | null {
  return dateAt(at(order, 'createdTime'));
}
