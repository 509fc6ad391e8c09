import type { Call } from '../harness/drive';
import { saleJob, sellerSales } from '../harness/jobs';
import { type Bench, signIn } from './bench';
import { compareGroups, driveAtOnce, type GroupCost, startGroup, warmUp, withGroups } from './group';
import { type Layout, withSlowFlush } from './layouts';

/** Selling servers, and how many sales they have in hand at once. */
export const SELLING = { servers: 2, connections: 64 };
export const FLUSH_MS = 2;

/** What the same load cost as PostgreSQL comes, and where every commit waits before it is flushed. */
export interface FlushCosts {
  ofAll: GroupCost[];
  ofOneSeller: GroupCost[];
}

/** Sales of all sellers, and of one alone. */
export async function measureFlush(layout: Layout, bench: Bench): Promise<FlushCosts> {
  const layouts = [layout, withSlowFlush(layout, FLUSH_MS)];
  return withGroups(
    layouts.map((each) => () => startGroup(each, bench.folder, SELLING.servers)),
    async (groups) => {
      const sellers = await signIn(groups, bench);
      const sell = async (calls: readonly Call[]) => {
        const load = { ...bench, calls, connections: SELLING.connections };
        await warmUp(groups.flat(), { ...load, seconds: bench.warmUpSeconds });
        return compareGroups(groups, (group) => driveAtOnce(group, load), bench.rounds);
      };
      return {
        ofAll: await sell(saleJob(sellers).calls),
        ofOneSeller: await sell(sellers.slice(0, 1).flatMap(sellerSales)),
      };
    },
  );
}
