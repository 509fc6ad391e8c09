import { queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import { type ServerProcess, startServerProcess } from './programs/server-process';
import { TEST_SECRET, type TestServer } from './server';

/** The variables with which another server opens the database of this one. */
export function toDatabaseVariables({ databaseAddress: { url, directUrl } }: TestServer) {
  return { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl ?? '' };
}

/** A server in a process of its own, on the database of this one and with its sessions. */
export function startBeside(server: TestServer): Promise<ServerProcess> {
  return startServerProcess({ ...toDatabaseVariables(server), JWT_SECRET: TEST_SECRET });
}

/** Whether another connection of this database is in a transaction that wrote something. */
export async function isWriting({ db }: TestServer): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL`,
  );
  return rows.length > 0;
}

/** Kills a server without a warning, and waits until the database has let go of what it was writing. */
export async function killAndWait(server: TestServer, victim: ServerProcess): Promise<void> {
  await victim.kill();
  while (await isWriting(server));
}

/**
 * Lets a server of its own do the work, and kills it once it was seen writing so many times. Nothing is left of what
 * it was writing then when this resolves.
 */
export async function crashWhileWriting(
  server: TestServer,
  work: (victim: ServerProcess) => Promise<unknown>,
  times: number,
): Promise<void> {
  const victim = await startBeside(server);
  let isOver = false;
  const working = work(victim)
    .catch(() => 'cut off')
    .finally(() => {
      isOver = true;
    });
  for (let seen = 0; seen < times && !isOver; ) seen += Number(await isWriting(server));
  await killAndWait(server, victim);
  await working;
}
