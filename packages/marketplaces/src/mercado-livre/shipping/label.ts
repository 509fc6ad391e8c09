import { AdapterError } from '../../adapter-error';
import { listAt, textAt } from '../../http/json';
import type { AdapterContext, LabelResult, OrderRef } from '../../port';
import type { MercadoLivreClient } from '../client';
import { mentions, parseError, toAdapterError } from '../errors';
import { fetchParcel } from '../orders/orders';
import { LABEL_RETRY_MS, toShippingState } from './parcel';

const PDF = [0x25, 0x50, 0x44, 0x46] as const;

/** What the codes of a refused label mean; `later` when it may still come. */
const REASONS: readonly (readonly [code: string, motivo: string, later: boolean])[] = [
  [
    'invalid_shipment_ff_public',
    'O Mercado Livre Full envia este pedido: não há etiqueta a imprimir.',
    false,
  ],
  ['invalid_shipment_mode', 'Este envio não usa o Mercado Envios: não há etiqueta a imprimir.', false],
  ['invalid_shipment_caller', 'O envio não é desta conta do Mercado Livre.', false],
  ['not_printable_status', 'A etiqueta ainda não está disponível no Mercado Livre.', true],
  ['shplab0200', 'A etiqueta ainda não está disponível no Mercado Livre.', true],
];

/** The label of an order's parcel, or why there is none yet. */
export async function getLabel(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { ml_order_id }: Pick<OrderRef, 'ml_order_id'>,
): Promise<LabelResult> {
  try {
    const parcel = await fetchParcel(client, ctx, { ml_order_id });
    const { tem_etiqueta, motivo, tentar_em } = toShippingState(parcel, client.clock());
    if (tem_etiqueta && parcel.envio) return await downloadLabel(client, ctx, parcel.envio.id);
    return notYet(motivo ?? 'Este envio não usa o Mercado Envios: não há etiqueta a imprimir.', tentar_em);
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind !== 'not_ready') throw error;
    return notYet(error.message, later(client));
  }
}

/**
 * Fetches the label of a shipment that should have one. A refusal is "not yet" with its reason: a JSON error must
 * never be stored as a PDF.
 */
async function downloadLabel(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  shipmentId: string,
): Promise<LabelResult> {
  const response = await client.ask(ctx, {
    operation: 'ml.labels.read',
    method: 'GET',
    path: '/shipment_labels',
    query: { shipment_ids: shipmentId, response_type: 'pdf' },
    headers: { accept: 'application/pdf' },
  });
  if (response.status < 300) {
    const { bytes } = response;
    if (PDF.every((byte, index) => bytes[index] === byte))
      return { ready: true, bytes, mime: 'application/pdf' };
    throw new AdapterError(
      'upstream_unavailable',
      'O Mercado Livre respondeu com algo que não é uma etiqueta.',
    );
  }
  const error = parseError(response);
  const failed = listAt(response.jsonOrNull(), 'failed_shipments');
  const codes = failed.map((each) => textAt(each, 'cause')?.toLowerCase());
  const known = REASONS.find(([code]) => codes.includes(code) || mentions(error, code));
  if (known) return notYet(known[1], known[2] ? later(client) : null);
  if (response.status === 400) return notYet('O Mercado Livre ainda não liberou a etiqueta.', later(client));
  throw toAdapterError(error);
}

function later(client: MercadoLivreClient): Date {
  return new Date(client.clock().getTime() + LABEL_RETRY_MS);
}

/** "Not yet" as the port says it. */
function notYet(motivo: string, tentar_em: Date | null): LabelResult {
  return tentar_em ? { ready: false, motivo, tentar_em } : { ready: false, motivo };
}
