import { requireNfe } from '../../nfe';
import type { AdapterContext, InvoiceResult, LabelResult, OrderRef, ShippingState } from '../../port';
import { requiredText } from '../answer';
import type { AmazonDeps } from '../listing/publish';
import { fetchOrder } from '../orders/orders';
import { downloadLabel } from './label';
import { encodeNfe } from './nfe';
import { carriedByAmazon, invoiceStatusOf, toShippingState } from './parse-parcel';

type Order = Pick<OrderRef, 'ml_order_id'>;

const INVOICE_REFUSED = 'A Amazon recusou a NF-e. Confira a chave, o emitente e o valor e envie novamente.';

/**
 * Hands in the NF-e and reads what became of it. Amazon checks it in its own time, so `processing` is the
 * ordinary answer and `readOrder` shows the rest.
 */
export async function submitInvoice(
  deps: AmazonDeps,
  ctx: AdapterContext,
  { ml_order_id, nfe_xml }: Order & { nfe_xml: string },
): Promise<InvoiceResult> {
  requireNfe(nfe_xml);
  const order = await fetchOrder(deps, ctx, ml_order_id);
  const before = invoiceStatusOf(order);
  if (before === 'NOT_REQUIRED') return { status: 'not_required' };
  if (before === 'ACCEPTED') return { status: 'accepted' };
  if (before === 'PROCESSING') return { status: 'processing' };
  const programType = carriedByAmazon(order) ? 'EasyShip' : 'SelfShip';
  const invoice = { invoiceType: 'Outbound', programType, marketplaceId: deps.marketplaceId };
  await deps.client.call(ctx, {
    operation: 'submitInvoice',
    query: { orderId: ml_order_id },
    body: { ...encodeNfe(nfe_xml), ...invoice },
  });
  const answer = await deps.client.call(ctx, {
    operation: 'getInvoiceStatus',
    query: { orderId: ml_order_id, ...invoice },
  });
  return toInvoiceResult(answer.json(), before);
}

/** After a refused invoice, "Errored" may still be about that one: then only `readOrder` can tell. */
export function toInvoiceResult(body: unknown, before: string | null): InvoiceResult {
  const status = requiredText(body, 'invoiceStatus', 'getInvoiceStatus');
  if (status === 'Accepted') return { status: 'accepted' };
  if (status === 'Errored' && before !== 'ERRORED') return { status: 'error', motivo: INVOICE_REFUSED };
  return { status: 'processing' };
}

/** The label of a parcel that Amazon carries; others have none at Amazon. */
export async function getLabel(
  deps: AmazonDeps,
  ctx: AdapterContext,
  { ml_order_id }: Order,
): Promise<LabelResult> {
  const order = await fetchOrder(deps, ctx, ml_order_id);
  const state = toShippingState(order, deps.clock());
  if (state.tem_etiqueta) return downloadLabel(deps, ctx, ml_order_id);
  const motivo =
    state.motivo ?? WITHOUT_LABEL[state.situacao] ?? 'A Amazon não tem etiqueta para este pedido.';
  return { ready: false, motivo, ...(state.tentar_em ? { tentar_em: state.tentar_em } : {}) };
}

const WITHOUT_LABEL: Partial<Record<ShippingState['situacao'], string>> = {
  cancelado: 'O pedido foi cancelado na Amazon.',
  enviado: 'O pedido já foi enviado.',
  entregue: 'O pedido já foi entregue.',
  devolvido: 'A entrega não foi possível e o pacote volta ao remetente.',
  envio_proprio:
    'Este pedido vai por transportadora própria: a Amazon não gera etiqueta. Use a etiqueta da transportadora e ' +
    'informe o código de rastreio.',
};
