import { type Call, drive, type Round } from '../harness/drive';
import { cpuMs, type Server, startApi } from '../harness/processes';
import type { Layout } from './layouts';

/** Some servers on one database, as if a balancer stood before them. */
export type Group = readonly Server[];

/** What a round of load on a group came to; times of processors are sums. */
interface Sums {
  seconds: number;
  requests: number;
  /** Milliseconds; of the slowest server. */
  p95: number;
  serverCpuMs: number;
  databaseCpuMs: number;
}

/** What all rounds of load on a group came to. */
export interface GroupCost {
  requestsPerSecond: number;
  /** Milliseconds; of the slowest server and round. */
  p95: number;
  /** Milliseconds of processor time of all servers of the group, for each request. */
  serverCpuMs: number;
  /** The same of what stands behind them. */
  databaseCpuMs: number;
}

export async function startGroup(
  { url, variables }: Layout,
  folder: string,
  size: number,
): Promise<Server[]> {
  const servers: Server[] = [];
  for (let number = 1; number <= size; number++) servers.push(await startApi(url, folder, variables));
  return servers;
}

export interface GroupLoad {
  calls: readonly Call[];
  connections: number;
  seconds: number;
  /** Processor time that what stands behind the servers has used so far. */
  databaseCpuMs: () => number;
}

/** All servers at once; each gets its part of the connections, and begins elsewhere in the list of calls. */
export function driveAtOnce(group: Group, load: GroupLoad): Promise<Sums> {
  const connections = Math.max(1, load.connections / group.length);
  return measure(group, load, () =>
    Promise.all(
      group.map((server, at) =>
        drive(server, {
          ...load,
          calls: from(load.calls, at / group.length),
          connections,
          mayBeSilent: true,
        }),
      ),
    ),
  );
}

/**
 * The first server with all connections, while the others are up: whatever they do because of it counts too. Of groups
 * of any size it has answered as much as the others' first, so V8 has optimised as much of each.
 */
export function driveFirst(group: Group, load: GroupLoad): Promise<Sums> {
  return measure(group, load, () =>
    Promise.all(group.slice(0, 1).map((server) => drive(server, { ...load, mayBeSilent: true }))),
  );
}

function from(calls: readonly Call[], share: number): Call[] {
  const offset = Math.floor(share * calls.length);
  return [...calls.slice(offset), ...calls.slice(0, offset)];
}

async function measure(
  group: Group,
  { databaseCpuMs }: GroupLoad,
  work: () => Promise<readonly Round[]>,
): Promise<Sums> {
  const serversCpuMs = () => group.reduce((sum, { pid }) => sum + cpuMs(pid), 0);
  const [servers, database, startedAt] = [serversCpuMs(), databaseCpuMs(), performance.now()];
  const rounds = await work();
  return {
    seconds: (performance.now() - startedAt) / 1000,
    requests: rounds.reduce((sum, round) => sum + round.requests, 0),
    p95: Math.max(...rounds.map((round) => (round.requests === 0 ? 0 : round.p95))),
    serverCpuMs: serversCpuMs() - servers,
    databaseCpuMs: databaseCpuMs() - database,
  };
}

/** Each server alone: what it does for the first time it does slowly. */
export async function warmUp(servers: readonly Server[], load: GroupLoad): Promise<void> {
  for (const server of servers) await drive(server, { ...load, mayBeSilent: true });
}

/** Measures several groups in turns; what all rounds of each come to together. */
export async function compareGroups(
  groups: readonly Group[],
  run: (group: Group) => Promise<Sums>,
  rounds: number,
): Promise<GroupCost[]> {
  const seen: Sums[][] = groups.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const order = groups.map((_, at) => at);
    for (const at of round % 2 === 0 ? order : order.reverse()) seen[at]?.push(await run(groups[at] ?? []));
  }
  return seen.map(sumUp);
}

function sumUp(rounds: readonly Sums[]): GroupCost {
  const sum = (field: keyof Sums) => rounds.reduce((all, round) => all + round[field], 0);
  const requests = sum('requests');
  if (requests === 0) throw new Error('No request was answered in any round.');
  return {
    requestsPerSecond: requests / sum('seconds'),
    p95: Math.max(...rounds.map((round) => round.p95)),
    serverCpuMs: sum('serverCpuMs') / requests,
    databaseCpuMs: sum('databaseCpuMs') / requests,
  };
}

/** Starts groups of servers for some work, and stops them however it ended. */
export async function withGroups<T>(
  starting: readonly (() => Promise<Group>)[],
  work: (groups: readonly Group[]) => Promise<T>,
): Promise<T> {
  const groups: Group[] = [];
  try {
    for (const start of starting) groups.push(await start());
    return await work(groups);
  } finally {
    for (const server of groups.flat()) await server.stop();
  }
}
