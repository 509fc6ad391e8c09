import { median } from '../compare';
import { type Call, drive } from '../drive';
import { type Server, startApi } from '../processes';

/** Eight servers that have just started answer their first calls slowly. */
const WARM_UP_SECONDS = 3;

/** Some servers on one database, as if a balancer stood before them. */
export type Group = readonly Server[];

/** What one round of load on a group came to. */
export interface GroupRound {
  requestsPerSecond: number;
  /** Milliseconds; of the slowest server. */
  p95: number;
  /** Milliseconds of processor time of all servers of the group, for each request. */
  serverCpuMs: number;
  /** The same of PostgreSQL. */
  databaseCpuMs: number;
}

export async function startGroup(databaseUrl: string, folder: string, size: number): Promise<Group> {
  const servers: Server[] = [];
  for (let number = 1; number <= size; number++) servers.push(await startApi(databaseUrl, folder));
  return servers;
}

interface GroupLoad {
  calls: readonly Call[];
  /** Of all servers together. */
  connections: number;
  seconds: number;
  /** Processor time that PostgreSQL has used so far. */
  databaseCpuMs: () => number;
}

/** Every server gets its part of the connections, and begins elsewhere in the list of calls. */
export async function driveGroup(group: Group, load: GroupLoad): Promise<GroupRound> {
  const { calls, connections, seconds, databaseCpuMs } = load;
  const before = databaseCpuMs();
  const rounds = await Promise.all(
    group.map((server, at) => {
      const offset = Math.floor((at * calls.length) / group.length);
      const own = [...calls.slice(offset), ...calls.slice(0, offset)];
      return drive(server, { calls: own, seconds, connections: Math.max(1, connections / group.length) });
    }),
  );
  const requestsPerSecond = rounds.reduce((sum, round) => sum + round.requestsPerSecond, 0);
  const serverCpuMs = rounds.reduce((sum, round) => sum + round.cpuMsPerRequest * round.requestsPerSecond, 0);
  return {
    requestsPerSecond,
    p95: Math.max(...rounds.map((round) => round.p95)),
    serverCpuMs: serverCpuMs / requestsPerSecond,
    databaseCpuMs: (databaseCpuMs() - before) / (requestsPerSecond * seconds),
  };
}

/** Measures several groups in turns, each warmed up first; the medians of each. */
export async function compareGroups(
  groups: readonly Group[],
  load: GroupLoad,
  rounds: number,
): Promise<GroupRound[]> {
  for (const group of groups) await driveGroup(group, { ...load, seconds: WARM_UP_SECONDS });
  const seen: GroupRound[][] = groups.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const order = groups.map((_, at) => at);
    for (const at of round % 2 === 0 ? order : order.reverse())
      seen[at]?.push(await driveGroup(groups[at] ?? [], load));
  }
  return seen.map(medians);
}

function medians(rounds: readonly GroupRound[]): GroupRound {
  const of = (field: keyof GroupRound) => median(rounds.map((round) => round[field]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p95: of('p95'),
    serverCpuMs: of('serverCpuMs'),
    databaseCpuMs: of('databaseCpuMs'),
  };
}
