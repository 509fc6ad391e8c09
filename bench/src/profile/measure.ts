import { rm } from 'node:fs/promises';
import { withConnection } from '../harness/database';
import { cpuMs, type Server, startApi } from '../harness/processes';
import { phaseOf } from './database-phases';
import type { ProfiledJob } from './jobs';
import { createPartReader, type ServerPart } from './server-parts';
import { canSample, sampleStacks, shareOut } from './stacks';

/** So long each job is done before it is measured: code is compiled then, and plans are made. */
const WARM_UP_SECONDS = 2;
const SAMPLED_SECONDS = 3;

/** What a job costs each time, on a server that nobody looks into. */
export interface Cost {
  /** Microseconds of processor time. */
  serverUs: number;
  databaseUs: number;
  /** Bytes of PostgreSQL's log of changes. */
  logBytes: number;
  /** Pages of 8 kB that stand in it as a whole, because they are changed for the first time since a checkpoint. */
  logPages: number;
  /** Shares of `databaseUs`; null where they cannot be told. */
  phases: Map<string, number> | null;
}

export interface Measuring {
  url: string;
  folder: string;
  seconds: number;
  /** Processor time that PostgreSQL has used so far. */
  databaseCpuMs: () => number;
}

export async function measureCost(api: Server, { work }: ProfiledJob, measuring: Measuring): Promise<Cost> {
  const { url, folder, seconds, databaseCpuMs } = measuring;
  await work(api, WARM_UP_SECONDS);
  const readLog = () => withConnection(url, readLogWritten);
  const logBefore = await readLog();
  const [serverBefore, databaseBefore] = [cpuMs(api.pid), databaseCpuMs()];
  const times = await work(api, seconds);
  const each = (before: number, after: number) => (after - before) / times;
  const cost = {
    serverUs: each(serverBefore, cpuMs(api.pid)) * 1000,
    databaseUs: each(databaseBefore, databaseCpuMs()) * 1000,
  };
  const logAfter = await readLog();
  const log = {
    logBytes: each(logBefore.bytes, logAfter.bytes),
    logPages: each(logBefore.pages, logAfter.pages),
  };
  if (!canSample()) return { ...cost, ...log, phases: null };
  const pids = await listBackends(url);
  const [stacks] = await Promise.all([
    sampleStacks({ pids, folder, seconds: SAMPLED_SECONDS - 0.5, callers: 'dwarf,16384' }),
    work(api, SAMPLED_SECONDS),
  ]);
  return { ...cost, ...log, phases: shareOut(stacks, phaseOf) };
}

type Connection = Parameters<Parameters<typeof withConnection>[1]>[0];

/** Since PostgreSQL's statistics began. A process tells them when it has been idle, or a second later. */
async function readLogWritten(sql: Connection): Promise<{ bytes: number; pages: number }> {
  const [row] = await sql<{ bytes: string; pages: string }[]>`
    SELECT wal_bytes::text AS bytes, wal_fpi::text AS pages FROM pg_stat_wal`;
  return { bytes: Number(row?.bytes), pages: Number(row?.pages) };
}

const listBackends = (url: string): Promise<number[]> =>
  withConnection(url, async (sql) => {
    const rows = await sql<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
    return rows.map(({ pid }) => pid);
  });

/** Which share of its time a server of its own, whose functions have names, spends on what with each of the jobs. */
export async function profileJobs(
  jobs: readonly ProfiledJob[],
  { url, folder, seconds }: Measuring,
): Promise<Map<ServerPart, number>[]> {
  const partOf = createPartReader();
  const api = await startApi(url, folder, { BENCH_NAMED_FUNCTIONS: '1' });
  const shares: Map<ServerPart, number>[] = [];
  try {
    for (const { work } of jobs) {
      await work(api, WARM_UP_SECONDS);
      const [stacks] = await Promise.all([
        sampleStacks({ pids: [api.pid], folder, seconds: seconds - 0.5, callers: 'fp' }),
        work(api, seconds),
      ]);
      shares.push(shareOut(stacks, partOf));
    }
  } finally {
    await api.stop();
    await rm(`/tmp/perf-${api.pid}.map`, { force: true });
  }
  return shares;
}
