import { call } from './call';
import { drive, type Load, type Round } from './drive';
import type { Job } from './jobs';
import type { Server } from './processes';

/** The medians of both servers' rounds. */
export interface Comparison {
  job: string;
  first: Round;
  second: Round;
}

export interface Schedule {
  rounds: number;
  seconds: number;
  connections: number;
  /** Processor time that what stands behind both servers has used so far. */
  databaseCpuMs?: () => number;
}

/**
 * Measures a job on two servers in turns, so that whatever else the machine does meets both. `calls` may differ per
 * server where they hold different data. Each server is warmed up first.
 */
export async function compare(
  { name, sides, settle }: Measured,
  { rounds, seconds, connections, databaseCpuMs }: Schedule,
): Promise<Comparison> {
  const [first, second] = sides;
  const load = (side: Side, time: number): Load => ({
    calls: side.calls,
    seconds: time,
    connections,
    databaseCpuMs,
  });
  for (const side of sides) await askOnce(side);
  for (const side of sides) await drive(side.server, load(side, Math.min(1, seconds)));
  const results = new Map<Side, Round[]>(sides.map((side) => [side, []]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [first, second] : [second, first];
    for (const side of order) {
      results.get(side)?.push(await drive(side.server, load(side, seconds)));
      await settle?.();
    }
  }
  return { job: name, first: medians(results.get(first) ?? []), second: medians(results.get(second) ?? []) };
}

interface Measured extends Pick<Job, 'name' | 'settle'> {
  sides: readonly [Side, Side];
}

/** What is read for the first time may take longer than a round. */
async function askOnce({ server, calls }: Side): Promise<void> {
  for (const each of calls) if (each.method === 'GET') await call(server, each);
}

export interface Side {
  server: Server;
  calls: Load['calls'];
}

/** The same calls on both. */
export const compareJob = (job: Job, [first, second]: readonly [Server, Server], schedule: Schedule) =>
  compare(
    {
      ...job,
      sides: [
        { server: first, calls: job.calls },
        { server: second, calls: job.calls },
      ],
    },
    schedule,
  );

/** Field by field. */
export function medians(rounds: readonly Round[]): Round {
  const of = (field: keyof Round) => median(rounds.map((round) => round[field]));
  return {
    requests: of('requests'),
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
    cpuMsPerRequest: of('cpuMsPerRequest'),
    databaseCpuMsPerRequest: of('databaseCpuMsPerRequest'),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}
