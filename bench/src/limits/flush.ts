import { saleJob, sellerSales } from '../harness/jobs';
import { startBare } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import { FLUSH_MS, SELLING } from '../servers/flush';
import {
  compareGroups,
  driveAtOnce,
  type Group,
  type GroupCost,
  startGroup,
  warmUp,
  withGroups,
} from '../servers/group';
import { withSlowFlush } from '../servers/layouts';
import type { Bench, Both } from './bench';

const WARM_UP_SECONDS = 1;

/** Sales where every commit waits before it is flushed: the product's first, the bare server's second. */
export interface FlushCosts {
  ofAll: readonly GroupCost[];
  ofOneSeller: readonly GroupCost[];
}

/** Sales of all sellers, and of one alone, on two servers of each kind. */
export async function measureSlowFlush(bench: Bench, sellers: Both<Seller[]>): Promise<FlushCosts> {
  const slow = (url: string) => withSlowFlush({ url, variables: {} }, FLUSH_MS);
  const starting = [
    () => startGroup(slow(bench.urls.product), bench.folder, SELLING.servers),
    () => startBareGroup(slow(bench.urls.bare).url),
  ];
  return withGroups(starting, async (groups) => {
    const sell = (callsOf: (own: readonly Seller[]) => ReturnType<typeof sellerSales>) => {
      const sides = new Map(
        groups.map((group, at) => [group, callsOf(at === 0 ? sellers.product : sellers.bare)]),
      );
      return compareSales(bench, groups, (group) => sides.get(group) ?? []);
    };
    return {
      ofAll: await sell((own) => [...saleJob(own).calls]),
      ofOneSeller: await sell((own) => own.slice(0, 1).flatMap(sellerSales)),
    };
  });
}

async function startBareGroup(url: string): Promise<Group> {
  const servers: Awaited<ReturnType<typeof startBare>>[] = [];
  for (let number = 0; number < SELLING.servers; number++)
    servers.push(await startBare(url, 'limits/bare-server.ts', { BENCH_SERVER_NUMBER: String(number + 1) }));
  return servers;
}

async function compareSales(
  { size, databaseCpuMs }: Bench,
  groups: readonly Group[],
  callsOf: (group: Group) => ReturnType<typeof sellerSales>,
): Promise<GroupCost[]> {
  const loadOf = (group: Group, seconds: number) => ({
    calls: callsOf(group),
    connections: SELLING.connections,
    seconds,
    databaseCpuMs,
  });
  for (const group of groups) await warmUp(group, loadOf(group, WARM_UP_SECONDS));
  return compareGroups(
    groups,
    (group) => driveAtOnce(group, loadOf(group, size.secondsPerRound)),
    size.rounds,
  );
}
