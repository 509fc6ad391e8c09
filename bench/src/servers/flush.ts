import { saleJob } from '../jobs';
import { type Bench, signIn } from './bench';
import { compareGroups, driveAtOnce, type GroupCost, startGroup, warmUp, withGroups } from './group';
import { type Layout, withSlowFlush } from './layouts';

/** Selling servers, and how many sales they have in hand at once. */
export const SELLING = { servers: 2, connections: 64 };
export const FLUSH_MS = 2;

/** Sales as PostgreSQL comes, and where every commit waits before it is flushed. */
export async function measureFlush(layout: Layout, bench: Bench): Promise<GroupCost[]> {
  const layouts = [layout, withSlowFlush(layout, FLUSH_MS)];
  return withGroups(
    layouts.map((each) => () => startGroup(each, bench.folder, SELLING.servers)),
    async (groups) => {
      const { calls } = saleJob(await signIn(groups, bench));
      const load = { ...bench, calls, connections: SELLING.connections };
      await warmUp(groups.flat(), { ...load, seconds: bench.warmUpSeconds });
      return compareGroups(groups, (group) => driveAtOnce(group, load), bench.rounds);
    },
  );
}
