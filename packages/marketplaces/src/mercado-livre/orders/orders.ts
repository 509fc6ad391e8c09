import { AdapterError } from '../../adapter-error';
import { dateAt, listAt, numberAt, textAt } from '../../http/json';
import type { AdapterContext, ChangedOrders, MissedOrder, OrderReading, OrderRef } from '../../port';
import type { MercadoLivreClient } from '../client';
import { parseError, toAdapterError } from '../errors';
import { parseOrderNumber } from '../notification';
import { noShipmentYet, type Parcel, toMissingShippingState, toShippingState } from '../shipping/parcel';
import { type ParsedShipment, parseShipment } from '../shipping/parse-shipment';
import { parseOrder, parseOrderShipping } from './parse-order';

const PAGE_SIZE = 50;
/** A page begins with the last orders of the one before: so many may leave the list meanwhile, and none is missed. */
const PAGE_OVERLAP = 10;
const FEED_PAGE_SIZE = 10;
/** More are left to the looks at each account's orders, which find what was announced or not. */
const MAX_FEED_PAGES = 50;

/**
 * Newest first, because ascending order was seen to leave orders out (docs/marketplace-rules.md#mercado-livre-orders);
 * what comes in meanwhile moves orders to later pages, so they come twice rather than never. What leaves the list (a
 * cancelled order) moves them to earlier pages, so pages overlap.
 */
export async function listOrdersChangedSince(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { desde, cursor }: { desde: Date; cursor?: string | null },
): Promise<ChangedOrders> {
  const { vendedor_id } = await client.account(ctx);
  const offset = /^\d{1,6}$/.test(cursor ?? '') ? Number(cursor) : 0;
  const response = await client.call(ctx, {
    operation: 'ml.orders.search',
    method: 'GET',
    path: '/orders/search',
    query: {
      seller: vendedor_id,
      'order.date_last_updated.from': desde.toISOString().replace('Z', '-00:00'),
      sort: 'date_desc',
      offset: String(offset),
      limit: String(PAGE_SIZE),
    },
  });
  const body = response.json();
  const results = listAt(body, 'results');
  const end = offset + results.length;
  const hasMore = results.length > 0 && end < (numberAt(body, 'paging', 'total') ?? 0);
  const pedidos = results.map(parseChange).filter((each) => each !== null);
  return { pedidos, proximo_cursor: hasMore ? String(Math.max(offset + 1, end - PAGE_OVERLAP)) : null };
}

/** Reads an order and, once it is paid, its shipment: one call each. */
export async function readOrder(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  ml_order_id: string,
): Promise<OrderReading> {
  const body = await fetchOrder(client, ctx, ml_order_id);
  const pedido = parseOrderShipping(body);
  // The address is hidden until the payment is confirmed.
  const isPaid = pedido.situacao !== 'aguardando_pagamento';
  const found =
    isPaid && pedido.envio_id ? await findShipment(client, ctx, pedido.envio_id) : noShipmentYet();
  const envio = found instanceof AdapterError ? null : found;
  const order = parseOrder(body, envio);
  if (!order) throw new AdapterError('not_ready', 'O Mercado Livre ainda está registrando este pedido.');
  if (!isPaid) return { order, parcel: null };
  const now = client.clock();
  const isFinal = pedido.sem_envio || pedido.situacao === 'cancelado';
  const parcel =
    found instanceof AdapterError && !isFinal
      ? toMissingShippingState(pedido, found, now)
      : toShippingState({ pedido, envio }, now);
  return { order, parcel };
}

/** The shipment, or why it is not shown: it is not there yet, or the account may not read it. */
async function findShipment(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  id: string,
): Promise<ParsedShipment | AdapterError> {
  try {
    return await fetchShipment(client, ctx, id);
  } catch (error) {
    if (error instanceof AdapterError && ['not_ready', 'forbidden'].includes(error.kind)) return error;
    throw error;
  }
}

/** The order as it is answered. A partial answer (206) is taken for what is in it. */
export async function fetchOrder(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  ml_order_id: string,
): Promise<unknown> {
  if (!/^\d{1,20}$/.test(ml_order_id)) throw notFound();
  const path = `/orders/${ml_order_id}`;
  const response = await client.ask(ctx, { operation: 'ml.orders.read', method: 'GET', path });
  // Somebody else's order is answered with 403.
  if (response.status === 404 || response.status === 403) throw notFound();
  if (response.status >= 300) throw toAdapterError(parseError(response));
  return response.json();
}

/** Reads an order and its parcel. @throws AdapterError `not_ready` while there is no shipment */
export async function fetchParcel(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { ml_order_id }: Pick<OrderRef, 'ml_order_id'>,
): Promise<Parcel> {
  const pedido = parseOrderShipping(await fetchOrder(client, ctx, ml_order_id));
  if (pedido.envio_id) return { pedido, envio: await fetchShipment(client, ctx, pedido.envio_id) };
  if (pedido.sem_envio) return { pedido, envio: null };
  throw noShipmentYet();
}

/** A shipment. @throws AdapterError `not_ready` when it is not there yet. */
export async function fetchShipment(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  id: string,
): Promise<ParsedShipment> {
  const response = await client.ask(ctx, {
    operation: 'ml.shipments.read',
    method: 'GET',
    path: `/shipments/${id}`,
    headers: { 'x-format-new': 'true' },
  });
  if (response.status >= 300 && response.status !== 404) throw toAdapterError(parseError(response));
  const shipment = response.status === 404 ? null : parseShipment(response.json());
  if (shipment) return shipment;
  throw noShipmentYet();
}

/** The orders of the announcements that did not arrive, of all sellers: the list is the application's. */
export async function listMissedOrders(
  client: MercadoLivreClient,
  ctx: AdapterContext,
): Promise<MissedOrder[]> {
  const missed: MissedOrder[] = [];
  for (let page = 0; page < MAX_FEED_PAGES; page += 1) {
    const messages = await fetchMissedPage(client, ctx, page * FEED_PAGE_SIZE);
    for (const message of messages) {
      const ml_order_id = parseOrderNumber(textAt(message, 'resource') ?? '');
      const vendedor_id = textAt(message, 'user_id');
      const anunciado_em = dateAt(message, 'sent') ?? client.clock();
      if (ml_order_id && vendedor_id) missed.push({ vendedor_id, ml_order_id, anunciado_em });
    }
    if (messages.length < FEED_PAGE_SIZE) break;
  }
  return missed;
}

async function fetchMissedPage(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  offset: number,
): Promise<unknown[]> {
  const page = { offset: String(offset), limit: String(FEED_PAGE_SIZE) };
  const response = await client.call(ctx, {
    operation: 'ml.missed_feeds.read',
    method: 'GET',
    path: '/missed_feeds',
    query: { app_id: client.appId, topic: 'orders_v2', ...page },
  });
  return listAt(response.json(), 'messages');
}

function parseChange(order: unknown): ChangedOrders['pedidos'][number] | null {
  const ml_order_id = textAt(order, 'id');
  const atualizado_em =
    dateAt(order, 'last_updated') ?? dateAt(order, 'date_last_updated') ?? dateAt(order, 'date_created');
  return ml_order_id && atualizado_em ? { ml_order_id, atualizado_em } : null;
}

function notFound(): AdapterError {
  return new AdapterError('not_found', 'Pedido não encontrado na conta do Mercado Livre.');
}
