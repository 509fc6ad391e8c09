import { addDays } from '@esteira/domain/report-period';
import { call } from '../harness/call';
import { type Call, drive, type Round, sumUp } from '../harness/drive';
import { saleCall } from '../harness/jobs';
import { cpuMs, type Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';

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
 * Asks for one period after the other; nothing changes meanwhile. Last, for the longest one each time after a sale, when
 * the day of the sale has to be read anew.
 */
export async function measurePeriods(bench: PeriodsBench): Promise<PeriodResult[]> {
  const { api, seller, connections } = bench;
  const load = { connections, seconds: bench.seconds * LONGER };
  const results: PeriodResult[] = [];
  for (const [period, span] of listPeriods()) {
    const calls = [periodCall(seller, span)];
    await drive(api, { calls, ...load });
    results.push({ period, ...(await drive(api, { calls, ...load })) });
  }
  const year = periodCall(seller, lastDays(366));
  results.push({ period: 'A year, each time after a sale', ...(await askAfterSales(api, year)) });
  return results;
}

interface Days {
  de: string;
  ate: string;
}

/** The one that ends today and longer ones. */
export const listPeriods = (): [string, Days][] => [
  ['Today', lastDays(1)],
  ['7 days', lastDays(7)],
  ['30 days', lastDays(30)],
  ['30 days, half a year ago', lastDays(30, 181)],
  ['90 days', lastDays(90)],
  ['A year', lastDays(366)],
];

function lastDays(days: number, ago = 0): Days {
  const ate = addDays(new Date().toISOString().slice(0, 10), -ago);
  return { de: addDays(ate, 1 - days), ate };
}

export const periodCall = (seller: Seller, span: Days): Call & { seller: Seller } => ({
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
