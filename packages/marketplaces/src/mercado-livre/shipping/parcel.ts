import { AdapterError } from '../../adapter-error';
import type { ShippingState } from '../../port';
import type { OrderShipping } from '../orders/parse-order';
import type { ParsedShipment } from './parse-shipment';

/** An order with its parcel; `envio` is null where buyer and seller arrange the delivery themselves. */
export type Parcel = { pedido: OrderShipping; envio: ParsedShipment | null };

/** When a label that is not there may be asked for again, where Mercado Livre names no time. */
export const LABEL_RETRY_MS = 10 * 60_000;

/** How soon a shipment is looked for again that is not there yet; later, the longer the order has waited for it. */
const SHIPMENT_RETRY_MS = 60_000;
const MAX_SHIPMENT_RETRY_MS = 30 * 60_000;

/** Stages in which a later look may bring something new for the label. */
const WAITING = new Set(['aguardando_marketplace', 'aguardando_nota']);

const CANCELLED = 'O pedido foi cancelado no Mercado Livre.';

/** For some seconds after the payment there is no shipment. */
export function noShipmentYet(): AdapterError {
  return new AdapterError('not_ready', 'O Mercado Livre ainda está criando o envio deste pedido.');
}

/** Where a parcel stands, as the port says it. */
export function toShippingState({ pedido, envio }: Parcel, now: Date): ShippingState {
  // A parcel that comes back does so of a cancelled order too.
  const isCancelled = pedido.situacao === 'cancelado' && envio?.situacao !== 'devolvido';
  const situacao = isCancelled ? 'cancelado' : (envio?.situacao ?? 'envio_proprio');
  const held = pedido.motivo_bloqueio ?? (isCancelled ? CANCELLED : null);
  const mayChange = held === null && WAITING.has(situacao);
  return {
    situacao,
    precisa_nota: situacao === 'aguardando_nota' && held === null,
    tem_etiqueta: held === null && (envio?.tem_etiqueta ?? false),
    pode_marcar_enviado: held === null && situacao === 'envio_proprio',
    motivo: held ?? envio?.motivo ?? null,
    tentar_em: mayChange ? (findRelease(envio, now) ?? later(now, LABEL_RETRY_MS)) : null,
    ...(envio?.despachar_ate ? { despachar_ate: envio.despachar_ate } : {}),
    ...(envio ? { envio_id: envio.id } : {}),
  };
}

/** The same, while the shipment is not shown. Its number is known before it can be read. */
export function toMissingShippingState(
  { motivo_bloqueio, envio_id, mudou_em }: OrderShipping,
  reason: AdapterError,
  now: Date,
): ShippingState {
  const half = (now.getTime() - (mudou_em ?? now).getTime()) / 2;
  const pause = Math.min(MAX_SHIPMENT_RETRY_MS, Math.max(SHIPMENT_RETRY_MS, half));
  return {
    situacao: 'aguardando_marketplace',
    precisa_nota: false,
    tem_etiqueta: false,
    pode_marcar_enviado: false,
    motivo: motivo_bloqueio ?? reason.message,
    tentar_em: reason.kind === 'not_ready' ? later(now, pause) : null,
    ...(envio_id ? { envio_id } : {}),
  };
}

/** The end of the buffering, unless it is past: then the label should come any moment. */
function findRelease(envio: ParsedShipment | null, now: Date): Date | null {
  return envio?.liberado_em && envio.liberado_em > now ? envio.liberado_em : null;
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
