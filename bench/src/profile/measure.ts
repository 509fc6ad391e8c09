import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withConnection } from '../harness/database';
import { cpuMs, type Server, startApi } from '../harness/processes';
import { canSample, samplePhases } from './database-phases';
import type { Kind } from './frame-kinds';
import type { ProfiledJob } from './jobs';
import { type CpuProfile, now, type Span, sumUp } from './sum-up';

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
  const [phases] = await Promise.all([
    samplePhases({ pids, folder, seconds: SAMPLED_SECONDS - 0.5 }),
    work(api, SAMPLED_SECONDS),
  ]);
  return { ...cost, ...log, phases };
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

/** Which share of its time a server of its own spends on what, by V8's profile of it, for each of the jobs. */
export async function profileJobs(
  jobs: readonly ProfiledJob[],
  { url, folder, seconds }: Measuring,
): Promise<Map<Kind, number>[]> {
  const profiles = join(folder, 'profiles');
  const api = await startApi(url, folder, { BENCH_PROFILE_DIR: profiles });
  const spans: Span[] = [];
  try {
    for (const { work } of jobs) {
      await work(api, WARM_UP_SECONDS);
      const begin = now();
      await work(api, seconds);
      spans.push({ begin, end: now() });
    }
  } finally {
    await api.stop();
  }
  const files = await readdir(profiles);
  const [main] = await Promise.all(files.map(async (file) => readFile(join(profiles, file), 'utf8'))).then(
    (texts) => texts.toSorted((a, b) => b.length - a.length),
  );
  return sumUp(JSON.parse(main ?? '') as CpuProfile, spans);
}
