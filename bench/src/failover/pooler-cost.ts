import { setTimeout as wait } from 'node:timers/promises';
import { openShop, type Shop, startSelling } from './selling';

const ROUNDS = 5;
const ROUND_MS = 2_000;

/** Sales per second, and the median of how long one takes, in milliseconds. */
export interface Pace {
  perSecond: number;
  p50: number;
}

export interface PoolerCost {
  straight: Pace;
  pooled: Pace;
}

/** Sells on a server straight on PostgreSQL and on one behind the pooler in turns; medians of the rounds. */
export async function measurePoolerCost(straight: string, pooled: string): Promise<PoolerCost> {
  const shop = await openShop(straight);
  const paces: Record<keyof PoolerCost, Pace[]> = { straight: [], pooled: [] };
  await measure(straight, shop);
  await measure(pooled, shop);
  for (let round = 0; round < ROUNDS; round += 1) {
    paces.straight.push(await measure(straight, shop));
    paces.pooled.push(await measure(pooled, shop));
  }
  return { straight: middle(paces.straight), pooled: middle(paces.pooled) };
}

async function measure(url: string, shop: Shop): Promise<Pace> {
  const selling = startSelling([url], shop, 0);
  await wait(ROUND_MS);
  const seconds = selling.now() / 1000;
  const sales = (await selling.stop()).filter(({ pedidoId }) => pedidoId !== null);
  return { perSecond: sales.length / seconds, p50: median(sales.map((sale) => sale.endedMs - sale.askedMs)) };
}

function middle(paces: readonly Pace[]): Pace {
  return {
    perSecond: median(paces.map(({ perSecond }) => perSecond)),
    p50: median(paces.map(({ p50 }) => p50)),
  };
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
