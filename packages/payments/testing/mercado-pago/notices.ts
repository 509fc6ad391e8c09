import { createHmac, randomUUID } from 'node:crypto';
import type { FakeOrder, FakeState } from './state';

/** How a notification is wrong or odd; in order unless told. */
export type NoticeOddity = 'wrong_signature' | 'lower_case_signature' | 'unsigned_ipn';

/** A signed notification of anything, by its topic and id alone. */
export function toResourceNotice(
  state: FakeState,
  { topic, id }: { topic: string; id: string },
  { secret, oddity }: { secret: string; oddity?: NoticeOddity | undefined },
): { query: string; headers: Record<string, string>; body: unknown } {
  const now = state.behaviour.clock();
  const requestId = randomUUID();
  const ts = String(now.getTime());
  const key = oddity === 'wrong_signature' ? `${secret}x` : secret;
  const v1 = createHmac('sha256', key).update(`id:${id};request-id:${requestId};ts:${ts};`).digest('hex');
  return {
    query: `data.id=${id}&type=${topic}`,
    headers: {
      'content-type': 'application/json',
      'x-signature': `ts=${ts},v1=${v1}`,
      'x-request-id': requestId,
    },
    body: { action: 'updated', api_version: 'v1', type: topic, live_mode: true, data: { id } },
  };
}

/** A notification of an order as Mercado Pago posts it: what counts are the ids; the state in it may be late. */
export function toNotice(
  state: FakeState,
  order: FakeOrder,
  { secret, oddity }: { secret: string; oddity?: NoticeOddity | undefined },
): { query: string; headers: Record<string, string>; body: unknown } {
  const headers = { 'content-type': 'application/json', 'user-agent': 'restclient-node/4.15.3' };
  if (oddity === 'unsigned_ipn') {
    return { query: `topic=merchant_order&id=${order.id}`, headers, body: { resource: order.id } };
  }
  const now = state.behaviour.clock();
  const requestId = randomUUID();
  const ts = String(now.getTime());
  const id = oddity === 'lower_case_signature' ? order.id.toLowerCase() : order.id;
  const key = oddity === 'wrong_signature' ? `${secret}x` : secret;
  const v1 = createHmac('sha256', key).update(`id:${id};request-id:${requestId};ts:${ts};`).digest('hex');
  return {
    query: `data.id=${order.id}&type=order`,
    headers: { ...headers, 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': requestId, 'x-retry': '0' },
    body: {
      action: `order.${order.status}`,
      api_version: 'v1',
      type: 'order',
      date_created: now.toISOString(),
      live_mode: true,
      user_id: state.receiverId,
      data: {
        id: order.id,
        external_reference: order.reference,
        status: order.status,
        version: order.version,
      },
    },
  };
}
