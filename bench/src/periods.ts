import { addDays } from '@esteira/domain/report-period';
import { call } from './call';
import { type Call, drive, type Round, sumUp } from './drive';
import { saleCall } from './jobs';
import { cpuMs, type Server } from './processes';
import type { Seller } from './sellers';

/** The dashboard of so many days. */
export interface PeriodResult extends Round {
  period: string;
}

interface PeriodsBench {
  api: Server;
  /** With the most orders. */
  seller: Seller;
  /** How long each period is asked for. */
  seconds: number;
  connections: number;
}

/** A year of many products takes long: so that each connection is answered several times. */
const LONGER = 5;

/** So often a period is asked for just after it has changed. */
const SALES = 40;

/**
 * Asks for one period after the other, the one that ends today and longer ones; nothing changes meanwhile. Last, for the
 * longest one each time after a sale, when its products and suppliers have to be added up anew.
 */
export async function measurePeriods(bench: PeriodsBench): Promise<PeriodResult[]> {
  const { api, seller, connections } = bench;
  const load = { connections, seconds: bench.seconds * LONGER };
  const today = new Date().toISOString().slice(0, 10);
  const before = (days: number) => addDays(today, -days);
  const periods = [
    ['Today', today, today],
    ['7 days', before(6), today],
    ['30 days', before(29), today],
    ['30 days, half a year ago', before(210), before(181)],
    ['90 days', before(89), today],
    ['A year', before(365), today],
  ] as const;
  const results: PeriodResult[] = [];
  for (const [period, de, ate] of periods) {
    const calls = [periodCall(seller, { de, ate })];
    await drive(api, { calls, ...load });
    results.push({ period, ...(await drive(api, { calls, ...load })) });
  }
  const year = periodCall(seller, { de: before(365), ate: today });
  results.push({ period: 'A year, each time after a sale', ...(await askAfterSales(api, year)) });
  return results;
}

const periodCall = (seller: Seller, span: { de: string; ate: string }): Call & { seller: Seller } => ({
  method: 'GET',
  path: `/trpc/dashboard.period?input=${encodeURIComponent(JSON.stringify(span))}`,
  seller,
});

/** One request after the other, of which only the reads are timed. */
async function askAfterSales(api: Server, read: Call & { seller: Seller }): Promise<Round> {
  const latencies: number[] = [];
  let used = 0;
  for (let sale = 0; sale < SALES; sale++) {
    await call(api, saleCall(read.seller, read.seller.stocked[sale % read.seller.stocked.length] ?? ''));
    const cpuBefore = cpuMs(api.pid);
    const begin = performance.now();
    await call(api, read);
    latencies.push(performance.now() - begin);
    used += cpuMs(api.pid) - cpuBefore;
  }
  const elapsed = latencies.reduce((sum, each) => sum + each, 0);
  return sumUp(latencies, elapsed, used);
}
