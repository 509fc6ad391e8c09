import { dashboardCall, productPages, saleJob } from '../harness/jobs';
import type { Seller } from '../harness/sellers';
import { ms } from '../harness/table';
import { filterCall } from '../workday/order-filters';
import { type Bench, signIn } from './bench';
import {
  compareGroups,
  driveAtOnce,
  driveFirst,
  type Group,
  type GroupCost,
  type GroupLoad,
  startGroup,
  warmUp,
  withGroups,
} from './group';
import type { Layout } from './layouts';

/** Of all servers of a group together. */
export const CONNECTIONS = 16;

/** What a job costs with each number of servers, in their order. */
export interface JobResult {
  job: string;
  first: GroupCost[];
  atOnce: GroupCost[];
}

/** Each job on one server, on two, and so on, in turns. */
export async function measureSizes(
  layout: Layout,
  sizes: readonly number[],
  bench: Bench,
): Promise<JobResult[]> {
  return withGroups(
    sizes.map((size) => () => startGroup(layout, bench.folder, size)),
    async (groups) => {
      const sellers = await signIn(groups, bench);
      const jobs: JobResult[] = [];
      for (const [job, calls] of listJobs(sellers)) {
        const load = { ...bench, calls, connections: CONNECTIONS };
        jobs.push({ job, ...(await measureJob(groups, load, bench)) });
        const costs = jobs.at(-1)?.first.map((round) => ms(round.serverCpuMs + round.databaseCpuMs));
        console.log(`${job}: ${costs?.join(', ')}`);
      }
      return jobs;
    },
  );
}

async function measureJob(groups: readonly Group[], load: GroupLoad, { warmUpSeconds, rounds }: Bench) {
  await warmUp(groups.flat(), { ...load, seconds: warmUpSeconds });
  const first = await compareGroups(groups, (group) => driveFirst(group, load), rounds);
  const atOnce = await compareGroups(groups, (group) => driveAtOnce(group, load), rounds);
  return { first, atOnce };
}

const listJobs = (sellers: readonly Seller[]) =>
  [
    ['Product page of 50', productPages(sellers)],
    ['Orders with counts', sellers.map((seller) => filterCall(seller, {}))],
    ['Dashboard', sellers.map(dashboardCall)],
    ['Simulated sale', saleJob(sellers).calls],
  ] as const;
