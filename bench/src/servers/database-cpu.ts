import { readdirSync } from 'node:fs';
import type { PostgresCluster } from '@esteira/config/testing/postgres-cluster';
import { withConnection } from '../harness/database';
import { cpuMs, statOf, TICK_MS } from '../harness/processes';

/** A clock, in milliseconds, of the processor time of all that stands behind the servers. */
export async function clusterClock({ primary, replica, poolerPid }: PostgresCluster): Promise<() => number> {
  const clocks = [await databaseClock(primary), await databaseClock(replica)];
  if (poolerPid !== null) clocks.push(() => cpuMs(poolerPid));
  return () => clocks.reduce((sum, read) => sum + read(), 0);
}

/**
 * The same of one PostgreSQL of this machine: of its postmaster, of all its processes, and of those that ended. Needs a
 * superuser, who may read the postmaster's number.
 */
export async function databaseClock(server: string): Promise<() => number> {
  const [row] = await withConnection(
    server,
    (sql) => sql<{ pid: string }[]>`SELECT split_part(pg_read_file('postmaster.pid'), E'\n', 1) AS pid`,
  );
  const postmaster = Number(row?.pid);
  return () => {
    const own = statOf(postmaster);
    if (own === null) throw new Error('PostgreSQL is gone.');
    const living = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => statOf(Number(pid)))
      .filter((stat) => stat?.parent === postmaster);
    const ticks = living.reduce((sum, stat) => sum + (stat?.ticks ?? 0), own.ticks + own.endedTicks);
    return ticks * TICK_MS;
  };
}
