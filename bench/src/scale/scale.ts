import { type Comparison, compare, type Schedule, type Side } from '../harness/compare';
import type { Call } from '../harness/drive';
import { dashboardCall, newestPages, orderPages, productPages, saleJob } from '../harness/jobs';
import type { Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import { filterCall, listFilters } from '../workday/order-filters';
import { listPeriods, periodCall } from '../workday/periods';

/** A server with the database behind it, and the sellers who have the same rows in both databases. */
export interface ScaleSide {
  server: Server;
  databaseUrl: string;
  sellers: readonly Seller[];
}

/** Of the many ways to find orders: lists from an index, sums over all of a seller's, words that are common and rare. */
const FILTERS = [
  'Nothing',
  'Highest value first',
  'Attention',
  'Supplier, highest profit first',
  'Month, Amazon, supplier',
  'Common word',
  'Three common words',
  'Buyer',
  'Whole number',
];

/**
 * What the same sellers pay for others' orders: each of their pages over a database with many orders of others and over
 * one that holds theirs alone, in turns. The sales come last.
 */
export async function compareScale(
  sides: readonly [ScaleSide, ScaleSide],
  schedule: Schedule,
  onResult: (result: Comparison) => void,
): Promise<Comparison[]> {
  const [many, few] = sides;
  const [manyJobs, fewJobs] = [await listJobs(many), await listJobs(few)];
  const results: Comparison[] = [];
  for (const [name, calls] of manyJobs) {
    const toSide = ({ server }: ScaleSide, own: readonly Call[]): Side => ({ server, calls: own });
    const both = [toSide(many, calls), toSide(few, fewJobs.get(name) ?? [])] as const;
    const result = await compare({ name, sides: both }, schedule);
    onResult(result);
    results.push(result);
  }
  return results;
}

async function listJobs({ databaseUrl, sellers }: ScaleSide): Promise<Map<string, readonly Call[]>> {
  const jobs = new Map<string, readonly Call[]>([
    ['Order page of 50, newest', newestPages('pedidos', sellers)],
    ['Order page of 50, newest and from the middle', orderPages(sellers)],
    ['Product page of 50', productPages(sellers)],
    ['Dashboard', sellers.map(dashboardCall)],
    ...listPeriods().map(([period, span]): [string, Call[]] => [
      `Dashboard, ${period}`,
      sellers.map((seller) => periodCall(seller, span)),
    ]),
  ]);
  for (const seller of sellers) {
    const filters = new Map(await listFilters(databaseUrl, seller));
    for (const filter of FILTERS) {
      const input = filters.get(filter);
      if (input === undefined) throw new Error(`There is no filter '${filter}'.`);
      const name = `Orders: ${filter}`;
      jobs.set(name, [...(jobs.get(name) ?? []), filterCall(seller, input)]);
    }
  }
  const { name, calls } = saleJob(sellers);
  return jobs.set(name, calls);
}
