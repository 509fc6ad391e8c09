import { AdapterError } from '../../adapter-error';
import { listAt, textAt } from '../../http/json';
import type { AdapterContext, LabelResult } from '../../port';
import type { MercadoLivreApi } from '../client';
import { names, readRefusal, refusalError } from '../errors';
import type { ShipmentReading } from './parse-parcel';

const PDF = [0x25, 0x50, 0x44, 0x46] as const;

/** When a label that is not there may be asked for again, where Mercado Livre names no time. */
export const LABEL_RETRY_MS = 10 * 60_000;

/** What the codes of a refused label mean (marketplaces.md §1.9); `later` when it may still come. */
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

/**
 * Fetches the label of a shipment that should have one. A refusal is "not yet" with its reason: a JSON error
 * must never be stored as a PDF (complaint 8).
 */
export async function fetchLabel(
  api: MercadoLivreApi,
  ctx: AdapterContext,
  envio: ShipmentReading,
): Promise<LabelResult> {
  const answer = await api.ask(ctx, 'ml.labels.read', {
    method: 'GET',
    path: '/shipment_labels',
    query: { shipment_ids: envio.id, response_type: 'pdf' },
    headers: { accept: 'application/pdf' },
  });
  if (answer.status < 300) {
    if (PDF.every((byte, index) => answer.bytes[index] === byte)) {
      return { ready: true, bytes: answer.bytes, mime: 'application/pdf' };
    }
    throw new AdapterError(
      'upstream_unavailable',
      'O Mercado Livre respondeu com algo que não é uma etiqueta.',
    );
  }
  const refusal = readRefusal(answer);
  const failed = listAt(answer.jsonOrNull(), 'failed_shipments');
  const codes = failed.map((each) => textAt(each, 'cause')?.toLowerCase());
  const known = REASONS.find(([code]) => codes.includes(code) || names(refusal, code));
  if (known) return notYet(known[1], known[2] ? new Date(api.clock().getTime() + LABEL_RETRY_MS) : null);
  if (answer.status === 400) {
    return notYet(
      'O Mercado Livre ainda não liberou a etiqueta.',
      new Date(api.clock().getTime() + LABEL_RETRY_MS),
    );
  }
  throw refusalError(refusal);
}

/** "Not yet" as the port says it. */
export function notYet(motivo: string, tentar_em: Date | null): LabelResult {
  return tentar_em ? { ready: false, motivo, tentar_em } : { ready: false, motivo };
}
