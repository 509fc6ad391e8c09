import { AdapterError } from '../../adapter-error';
import { at, dateAt, textAt } from '../../http/json';
import type { AdapterContext, ChangedOrders, OrderReading } from '../../port';
import type { AmazonClient } from '../client';
import { requiredList, requiredText } from '../errors';
import { toShippingState } from '../shipping/parcel';
import { toExternalOrder } from './parse-order';

/** Amazon wants `lastUpdatedAfter` to lie at least two minutes back. */
const SEARCH_DELAY_MS = 2 * 60_000;

const ALL_DATA = 'BUYER,RECIPIENT,PROCEEDS,CANCELLATION,FULFILLMENT,PACKAGES,TAX,PAYMENT';
const WITHOUT_PERSONAL_DATA = 'PROCEEDS,CANCELLATION,FULFILLMENT,PACKAGES';

/** One page of orders that changed since `desde`, whether the seller or Amazon ships them. */
export async function listOrdersChangedSince(
  client: AmazonClient,
  ctx: AdapterContext,
  { desde, cursor }: { desde: Date; cursor?: string | null },
): Promise<ChangedOrders> {
  // The other parameters must be the same on every page, and the clock moves: so the cursor carries the date.
  const [after, token] = cursor
    ? splitCursor(cursor)
    : [earlier(desde, client.clock()).toISOString(), undefined];
  const response = await client.call(ctx, {
    operation: 'searchOrders',
    query: {
      lastUpdatedAfter: after,
      marketplaceIds: client.marketplaceId,
      maxResultsPerPage: '100',
      paginationToken: token,
    },
  });
  const body = response.json();
  const next = textAt(body, 'pagination', 'nextToken');
  return { pedidos: toChangedOrders(body, desde), proximo_cursor: next ? `${after} ${next}` : null };
}

/** The orders of a search that changed at or after `desde`: the search itself may have begun earlier. */
export function toChangedOrders(body: unknown, desde: Date): ChangedOrders['pedidos'] {
  return requiredList(body, 'orders', 'searchOrders').flatMap((order) => {
    const ml_order_id = textAt(order, 'orderId');
    const atualizado_em = dateAt(order, 'lastUpdatedTime');
    return ml_order_id && atualizado_em && atualizado_em >= desde ? [{ ml_order_id, atualizado_em }] : [];
  });
}

function earlier(desde: Date, now: Date): Date {
  return new Date(Math.min(desde.getTime(), now.getTime() - SEARCH_DELAY_MS));
}

function splitCursor(cursor: string): [string, string] {
  const space = cursor.indexOf(' ');
  return [cursor.slice(0, space), cursor.slice(space + 1)];
}

/** Reads one order and its parcel; `not_found` when the account has none with this number. */
export async function readOrder(
  client: AmazonClient,
  ctx: AdapterContext,
  orderId: string,
): Promise<OrderReading> {
  const raw = await fetchOrder(client, ctx, orderId);
  const order = toExternalOrder(raw);
  const isPaid = order.situacao !== 'aguardando_pagamento';
  return { order, parcel: isPaid ? toShippingState(raw, client.clock()) : null };
}

/**
 * The order as Amazon tells it; without personal data when the app's roles do not cover it. That is remembered, for
 * the plan allows one reading every two seconds and each try would spend one more.
 */
export async function fetchOrder(
  client: AmazonClient,
  ctx: AdapterContext,
  orderId: string,
): Promise<unknown> {
  const read = async (includedData: string) => {
    const response = await client.call(ctx, {
      operation: 'getOrder',
      path: { orderId },
      query: { includedData },
    });
    const order = at(response.json(), 'order');
    requiredText(order, 'orderId', 'getOrder');
    return order;
  };
  const { sem_dados_pessoais } = await client.account(ctx);
  if (sem_dados_pessoais) return read(WITHOUT_PERSONAL_DATA);
  try {
    return await read(ALL_DATA);
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind !== 'forbidden') throw error;
    const order = await read(WITHOUT_PERSONAL_DATA);
    await client.remember(ctx, { sem_dados_pessoais: true });
    return order;
  }
}
