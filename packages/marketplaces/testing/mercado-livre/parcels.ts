import { type FakeReply, type FakeRequest, jsonObject, refuse } from './exchange';
import type { FakeSeller, FakeShipment, FakeState } from './state';

const PRINTABLE = new Set(['ready_to_print', 'printed']);

/** The smallest text that a PDF reader takes for a page. */
const PDF = new TextEncoder().encode(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 283 425]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** GET /shipment_labels: all or nothing, and the first download marks it printed. */
export function labels(state: FakeState, { query }: FakeRequest, seller: FakeSeller): FakeReply {
  if (query.get('response_type') !== 'pdf') return refuse(400, 'bad_request', 'response_type is pdf or zpl2');
  const ids = (query.get('shipment_ids') ?? '').split(',');
  const failed = ids.map((id) => labelFailure(state, id, seller)).filter((failure) => failure !== null);
  if (failed.length > 0) {
    const message = 'Some shipments are not printable';
    return { status: 400, body: { status: 400, error: 'bad_request', message, failed_shipments: failed } };
  }
  for (const id of ids) {
    const shipment = state.shipments.get(id);
    if (shipment) shipment.substatus = 'printed';
  }
  return { status: 200, bytes: { mime: 'application/pdf', data: PDF } };
}

function labelFailure(state: FakeState, id: string, seller: FakeSeller): Record<string, unknown> | null {
  const shipment = state.shipments.get(id);
  const fail = (cause: string, message: string) => ({ shipment_id: Number(id), message, cause });
  if (!shipment || shipment.seller !== seller.id)
    return fail('invalid_shipment_caller', 'not printable by caller');
  if (shipment.logistic_type === 'fulfillment') return fail('invalid_shipment_ff_public', 'fulfillment');
  if (shipment.mode !== 'me2') return fail('invalid_shipment_mode', `mode ${shipment.mode}`);
  if (shipment.status === 'ready_to_ship' && PRINTABLE.has(shipment.substatus ?? '')) return null;
  return fail('NOT_PRINTABLE_STATUS', `Shipment ${id} status is ${shipment.status}`);
}

/** POST and GET /shipments/{id}/invoice_data: the NF-e opens the way to the label. */
export function invoiceData(state: FakeState, request: FakeRequest, seller: FakeSeller): FakeReply {
  const shipment = state.shipments.get(request.ids[0] ?? '');
  if (!shipment) return refuse(404, 'not_found', 'Shipment not found');
  if (shipment.seller !== seller.id) return refuse(403, 'invalid_user', 'not your shipment');
  if (request.query.get('siteId') !== 'MLB') return refuse(400, 'invalid_operation_for_site_id', 'siteId');
  if (request.method === 'GET') {
    return shipment.fiscal_key
      ? { status: 200, body: { fiscal_key: shipment.fiscal_key } }
      : refuse(404, 'not_found', 'no invoice');
  }
  if (request.headers['content-type'] !== 'application/xml') {
    state.violate(`an NF-e was sent as ${request.headers['content-type']}`);
    return refuse(415, 'unsupported_media_type', 'application/xml');
  }
  return takeInvoice(state, shipment, request.body.toString('utf8'));
}

function takeInvoice(state: FakeState, shipment: FakeShipment, xml: string): FakeReply {
  const key = /Id="NFe([0-9A-Z]{44})"/.exec(xml)?.[1];
  if (!/<nfeProc[\s>]/.test(xml) || !key) return refuse(400, 'error_parse_invoice_data', 'no nfeProc');
  if (/<tpAmb>2<\/tpAmb>/.test(xml)) return refuse(400, 'invalid_nfe_cstat', 'homologation');
  if (shipment.fiscal_key)
    return refuse(400, 'shipment_invoice_already_saved', 'the shipment has an invoice');
  const used = [...state.shipments.values()].some(({ fiscal_key }) => fiscal_key === key);
  if (used) return refuse(400, 'duplicated_fiscal_key', 'the fiscal key is used');
  if (shipment.substatus !== 'invoice_pending')
    return refuse(400, 'invalid_shipment', 'the status takes no invoice');
  shipment.fiscal_key = key;
  moveShipment(state, shipment, { status: 'ready_to_ship', substatus: 'ready_to_print' });
  return { status: 201, body: { fiscal_key: key } };
}

/** POST /shipments/{id}/seller_notifications: only where the seller's own carrier brings it. */
export function sellerNotification(state: FakeState, request: FakeRequest, seller: FakeSeller): FakeReply {
  const shipment = state.shipments.get(request.ids[0] ?? '');
  if (!shipment || shipment.seller !== seller.id) return refuse(404, 'not_found', 'Shipment not found');
  if (shipment.mode === 'me2')
    return refuse(400, 'invalid_shipment_mode', 'Mercado Envios moves it by itself');
  const body = jsonObject(request);
  if (body?.['status'] !== 'shipped') return refuse(400, 'bad_request', 'status');
  shipment.tracking = typeof body['tracking_number'] === 'string' ? body['tracking_number'] : null;
  moveShipment(state, shipment, { status: 'shipped', substatus: null });
  return { status: 200, body: { id: Number(shipment.id), status: shipment.status } };
}

/** Sets where a shipment stands. */
export function moveShipment(
  state: FakeState,
  shipment: FakeShipment,
  { status, substatus }: Pick<FakeShipment, 'status' | 'substatus'>,
): void {
  shipment.status = status;
  shipment.substatus = substatus;
  shipment.updated = state.clock();
}
