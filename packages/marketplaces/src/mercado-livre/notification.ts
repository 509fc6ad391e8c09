import { dateAt, textAt } from '../http/json';

/** A notification as it is put into the inbox: ids only, because the state is always read again. */
export type MercadoLivreNotification = {
  /** Unique per announcement; its repetitions bear the same one. */
  id: string;
  topico: string;
  /** The address of what changed: `/orders/2000003508419013`. */
  recurso: string;
  vendedor_id: string;
  /** To be compared with the own application's id: deliveries bear no signature. */
  aplicacao_id: string | null;
  enviada_em: Date | null;
};

const MAX_LENGTH = 200;

/**
 * Reads the body of a delivery; null when it is no notification. Pure and total: whatever stands in the body, it
 * never throws, so the receiver can answer within the 500 ms that Mercado Livre allows.
 */
export function parseNotification(body: unknown): MercadoLivreNotification | null {
  const topico = textAt(body, 'topic');
  const recurso = textAt(body, 'resource');
  const vendedor_id = textAt(body, 'user_id');
  if (!topico || !recurso || !vendedor_id) return null;
  const sent = textAt(body, 'sent');
  // Older topics come without _id; what is announced and when then stands for it.
  const id = textAt(body, '_id') ?? textAt(body, 'id') ?? (sent ? `${topico} ${recurso} ${sent}` : null);
  if (!id || [id, topico, recurso, vendedor_id].some((text) => text.length > MAX_LENGTH)) return null;
  const aplicacao_id = textAt(body, 'application_id');
  return { id, topico, recurso, vendedor_id, aplicacao_id, enviada_em: dateAt(body, 'sent') };
}

/** The order number in `/orders/{id}`; null for any other resource. */
export function parseOrderNumber(recurso: string): string | null {
  return /^\/orders\/(\d{1,20})$/.exec(recurso)?.[1] ?? null;
}

/** The shipment in `/shipments/{id}`; null for any other resource. */
export function parseShipmentNumber(recurso: string): string | null {
  return /^\/shipments\/(\d{1,20})$/.exec(recurso)?.[1] ?? null;
}

/** The listing in `/items/{id}`; null for any other resource. */
export function parseListingId(recurso: string): string | null {
  return /^\/items\/(MLB\d{1,20})$/.exec(recurso)?.[1] ?? null;
}
