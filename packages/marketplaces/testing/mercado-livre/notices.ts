import type { FakeMissed, FakeState } from './state';

/** What is announced: `/orders/{id}` of a seller, by topic `orders_v2` unless told. */
export type FakeNotice = { vendedor_id: string; recurso: string; topico?: string; _id?: string };

/** How the receiver answered: `em_tempo` is 200 within 500 ms. */
export type FakeDelivery = { _id: string; status: number; ms: number; em_tempo: boolean };

const TIME_LIMIT_MS = 500;
/** After this long no answer is waited for any more. */
const GIVE_UP_MS = 5_000;

/** The body of a notification. */
export function noticeBody(state: FakeState, { vendedor_id, recurso, topico, _id }: FakeNotice): FakeMissed {
  const sent = state.clock().toISOString();
  return {
    _id: _id ?? `5da8e1a7-${state.next('notice', 10_000_000)}`,
    resource: recurso,
    user_id: Number(vendedor_id),
    topic: topico ?? 'orders_v2',
    application_id: Number(state.app.id),
    attempts: 1,
    sent,
    received: sent,
  };
}

/** Posts the notification once. A receiver that fails or is slow gets it into the missed feeds. */
export async function deliver(state: FakeState, url: string, notice: FakeNotice): Promise<FakeDelivery> {
  const body = noticeBody(state, notice);
  const start = performance.now();
  const status = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(GIVE_UP_MS),
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  const ms = performance.now() - start;
  const em_tempo = status === 200 && ms <= TIME_LIMIT_MS;
  if (!em_tempo) state.missed.push(body);
  return { _id: body._id, status, ms, em_tempo };
}
