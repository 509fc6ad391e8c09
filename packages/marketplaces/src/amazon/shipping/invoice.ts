import { createHash } from 'node:crypto';
import { requireNfe } from '../../checks';
import type { AdapterContext, InvoiceResult, OrderRef } from '../../port';
import type { AmazonClient } from '../client';
import { requiredText } from '../errors';
import { fetchOrder } from '../orders/orders';
import { carriedByAmazon, findInvoiceStatus } from './parcel';

const INVOICE_REFUSED = 'A Amazon recusou a NF-e. Confira a chave, o emitente e o valor e envie novamente.';

/**
 * Hands in the NF-e and reads what became of it. Amazon checks it in its own time, so `processing` is the
 * ordinary response and `readOrder` shows the rest.
 */
export async function submitInvoice(
  client: AmazonClient,
  ctx: AdapterContext,
  { ml_order_id, nfe_xml }: Pick<OrderRef, 'ml_order_id'> & { nfe_xml: string },
): Promise<InvoiceResult> {
  requireNfe(nfe_xml);
  const order = await fetchOrder(client, ctx, ml_order_id);
  const before = findInvoiceStatus(order);
  if (before === 'NOT_REQUIRED') return { status: 'not_required' };
  if (before === 'ACCEPTED') return { status: 'accepted' };
  if (before === 'PROCESSING') return { status: 'processing' };
  const programType = carriedByAmazon(order) ? 'EasyShip' : 'SelfShip';
  const invoice = { invoiceType: 'Outbound', programType, marketplaceId: client.marketplaceId };
  await client.call(ctx, {
    operation: 'submitInvoice',
    query: { orderId: ml_order_id },
    body: { ...encodeNfe(nfe_xml), ...invoice },
  });
  const response = await client.call(ctx, {
    operation: 'getInvoiceStatus',
    query: { orderId: ml_order_id, ...invoice },
  });
  return toInvoiceResult(response.json(), before);
}

/** After a refused invoice, "Errored" may still be about that one: then only `readOrder` can tell. */
export function toInvoiceResult(body: unknown, before: string | null): InvoiceResult {
  const status = requiredText(body, 'invoiceStatus', 'getInvoiceStatus');
  if (status === 'Accepted') return { status: 'accepted' };
  if (status === 'Errored' && before !== 'ERRORED') return { status: 'error', motivo: INVOICE_REFUSED };
  return { status: 'processing' };
}

/** The document as Amazon wants it: base64 of the bytes, and base64 of their MD5. */
function encodeNfe(xml: string): { invoiceContent: string; contentMD5Value: string } {
  const bytes = Buffer.from(xml, 'utf8');
  return {
    invoiceContent: bytes.toString('base64'),
    contentMD5Value: createHash('md5').update(bytes).digest('base64'),
  };
}
