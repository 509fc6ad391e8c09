import { addDays } from '@esteira/domain/report-period';
import { drive, type Round } from './drive';
import type { Server } from './processes';
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

/** Asks for one period after the other, the one that ends today and longer ones. */
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
    const input = encodeURIComponent(JSON.stringify({ de, ate }));
    const calls = [{ method: 'GET' as const, path: `/trpc/dashboard.period?input=${input}`, seller }];
    await drive(api, { calls, ...load });
    results.push({ period, ...(await drive(api, { calls, ...load })) });
  }
  return results;
}
