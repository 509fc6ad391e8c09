import { setTimeout as wait } from 'node:timers/promises';
import { cpuMs, type Server, startApi } from '../harness/processes';
import type { Bench } from './bench';
import type { Layout } from './layouts';

/** What a server does after its start is over by then. */
const SETTLED_MS = 2_000;
const LOOKS_MS = 3_000;

/** Milliseconds of processor time for each second in which nobody asks for anything. */
export interface Idle {
  size: number;
  servers: number;
  database: number;
}

/** Starts servers one by one and looks at each of these numbers of them what they cost while nothing is to be done. */
export async function measureIdle(
  { url, variables }: Layout,
  sizes: readonly number[],
  { folder, databaseCpuMs }: Bench,
): Promise<Idle[]> {
  const servers: Server[] = [];
  const seen: Idle[] = [];
  try {
    for (const size of sizes) {
      while (servers.length < size) servers.push(await startApi(url, folder, variables));
      await wait(SETTLED_MS);
      const used = () => servers.reduce((sum, { pid }) => sum + cpuMs(pid), 0);
      const [before, beforeDatabase, startedAt] = [used(), databaseCpuMs(), performance.now()];
      await wait(LOOKS_MS);
      const seconds = (performance.now() - startedAt) / 1000;
      const database = (databaseCpuMs() - beforeDatabase) / seconds;
      seen.push({ size, servers: (used() - before) / seconds, database });
    }
    return seen;
  } finally {
    for (const server of servers) await server.stop();
  }
}
