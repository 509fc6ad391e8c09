import type { FakeMercadoLivre } from '@esteira/marketplaces/testing/mercado-livre/server';
import { type LoadResult, sendAtRate } from '../harness/load-at-rate';
import type { Shop } from './webhook-shop';

export interface LoadOptions {
  address: string;
  fake: FakeMercadoLivre;
  shop: Shop;
  perSecond: number;
  seconds: number;
}

/** Announces a new order at every tick. */
export function announceOrders(options: LoadOptions): Promise<LoadResult> {
  const { perSecond, seconds } = options;
  return sendAtRate({ perSecond, seconds, send: () => announce(options) });
}

let announced = 0;

async function announce({ address, fake, shop }: LoadOptions): Promise<number> {
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
  return answer.status;
}
