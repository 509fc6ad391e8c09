import { addDays } from '@esteira/domain/days';
import { call } from '../harness/call';
import { type Call, type Round, sumUp } from '../harness/drive';
import { saleCall } from '../harness/jobs';
import { type Cpu, cpuSince, readCpu, type Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';

/** So often a period is asked for just after it has changed. */
const SALES = 40;

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

/** A year's period, each time after a sale; only the reads are timed, one after the other. */
export async function askAfterSales(api: Server, seller: Seller): Promise<Round> {
  const year = periodCall(seller, lastDays(366));
  const latencies: number[] = [];
  const used: Cpu = { server: 0, postgres: 0 };
  for (let sale = 0; sale < SALES; sale++) {
    await call(api, saleCall(seller, seller.stocked[sale % seller.stocked.length] ?? ''));
    const before = readCpu(api);
    const begin = performance.now();
    await call(api, year);
    latencies.push(performance.now() - begin);
    const { server, postgres } = cpuSince(api, before);
    used.server += server;
    used.postgres += postgres;
  }
  const elapsed = latencies.reduce((sum, each) => sum + each, 0);
  return sumUp(latencies, elapsed, used);
}
