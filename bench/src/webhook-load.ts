import type { FakeMercadoLivre } from '@esteira/marketplaces/testing/mercado-livre/server';
import type { Shop } from './webhook-shop';

export interface LoadOptions {
  address: string;
  fake: FakeMercadoLivre;
  shop: Shop;
  perSecond: number;
  seconds: number;
}

export interface LoadResult {
  sent: number;
  /** Answers that were not 200. */
  refused: number;
  /** Answers beyond 500 ms, after which Mercado Livre counts a delivery as failed. */
  late: number;
  p50: number;
  p99: number;
  longest: number;
}

/**
 * Announces a new order at every tick, whether or not earlier announcements were answered. The time runs from the
 * tick, so that a server that stalls is not spared the announcements that would have come meanwhile.
 */
export async function announceOrders(options: LoadOptions): Promise<LoadResult> {
  const { perSecond, seconds } = options;
  const total = perSecond * seconds;
  const start = performance.now() + 100;
  const answers: Promise<Answer>[] = [];
  for (let n = 0; n < total; n += 1) {
    const due = start + (n * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((next) => setTimeout(next, wait));
    answers.push(announce(options, due));
  }
  return summarise(await Promise.all(answers));
}

interface Answer {
  status: number;
  ms: number;
}

let announced = 0;

async function announce({ address, fake, shop }: LoadOptions, due: number): Promise<Answer> {
  const { vendedor_id, anuncio } = shop;
  const { ml_order_id } = fake.createPaidOrder({ vendedor_id, itens: [{ anuncio, quantidade: 1 }] });
  announced += 1;
  const now = new Date().toISOString();
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      _id: `bench-${announced}`,
      resource: `/orders/${ml_order_id}`,
      user_id: Number(vendedor_id),
      topic: 'orders_v2',
      application_id: Number(fake.appId),
      attempts: 1,
      sent: now,
      received: now,
    }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - due };
}

function summarise(answers: readonly Answer[]): LoadResult {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    sent: answers.length,
    refused: answers.filter(({ status }) => status !== 200).length,
    late: times.filter((ms) => ms > 500).length,
    p50: at(0.5),
    p99: at(0.99),
    longest: times.at(-1) ?? 0,
  };
}
