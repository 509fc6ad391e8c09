import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { Database, OpenDatabase } from './database';
import { migrate } from './migrations';
import { limitClient } from './postgres/limited-client';
import { isConnectionRefusal } from './postgres/outage';
import { createPoolGate } from './postgres/pool-gate';
import {
  connect,
  connectDirectly,
  connectPool,
  POSTGRES_TIMEOUTS,
  type PostgresAddress,
  type PostgresTimeouts,
  requireBounds,
} from './postgres/postgres-client';
import { retryingDeadlocks } from './postgres/postgres-errors';
import { openReplica, type Replica, type ReplicaTrouble } from './postgres/replica';

/** Advisory lock under which one of several starting servers migrates. Any constant will do. */
const MIGRATION_LOCK = 7_305_471_120;

/** Migrations may rewrite tables, but wait no longer than this for who uses them. */
const MIGRATION_LOCK_WAIT_MS = 60_000;

export interface PostgresOptions extends PostgresAddress {
  /** Folder with the generated migrations; `sql` stands beside it. */
  migrationsFolder: string;
  /** Connections of this process; 20 unless told. */
  maxConnections?: number;
  /** Those of `POSTGRES_TIMEOUTS` unless told. */
  timeouts?: Partial<PostgresTimeouts>;
  /** Called when the replica cannot be read, and when it can be again. */
  onReplicaTrouble?: (trouble: ReplicaTrouble) => void;
  /** Called when another server is bringing the schema up to date, before it is waited for. */
  onMigrationWait?: () => void;
}

/** Opens a PostgreSQL pool (15 or newer), after bringing the schema up to date. Rejects when unreachable. */
export async function openPostgres(options: PostgresOptions): Promise<OpenDatabase> {
  assertPatchedDriver(postgres);
  const { directUrl, maxConnections = 20 } = options;
  const timeouts = { ...POSTGRES_TIMEOUTS, ...options.timeouts };
  await migratePostgres(options, timeouts);
  const client = connectPool(options, { max: maxConnections }, timeouts);
  if (directUrl !== undefined) await checkPooler(client);
  const listeners: postgres.Sql[] = [];
  const limits = { maxWaitMs: timeouts.poolWaitMs, isEverybodys: isConnectionRefusal };
  const gate = createPoolGate({ places: maxConnections, ...limits });
  const db = drizzle(limitClient(client, gate)) as unknown as Database;
  const single = connectPool(options, { max: 1 }, timeouts);
  const reserved = drizzle(limitClient(single, createPoolGate({ places: 1, ...limits })));
  const replica = openGivenReplica(options, db);
  return {
    db,
    kind: 'postgres',
    readLists: replica?.read ?? ((work) => work(db)),
    reserved: reserved as unknown as Database,
    listen: async (channel, { onMessage, onGap }) => {
      // A connection that no pooler takes away and no other work keeps busy.
      const listener = connect(directUrl ?? options.url, { ...timeouts, max: 1, settings: {} });
      listeners.push(listener);
      // Called again after every reconnection.
      await listener.listen(channel, onMessage, onGap);
    },
    countConnections: gate.count,
    script: async (statements) => gate.run(() => runScript(client, statements)),
    close: async () => {
      const clients = [client, single, ...listeners].map((each) => each.end({ timeout: 5 }));
      await Promise.all([...clients, replica?.close()]);
    },
  };
}

function openGivenReplica(
  { replicaUrl, maxConnections, onReplicaTrouble }: PostgresOptions,
  primary: Database,
): Replica | null {
  if (replicaUrl === undefined) return null;
  return openReplica({ url: replicaUrl, primary, maxConnections, onTrouble: onReplicaTrouble });
}

async function checkPooler(client: postgres.Sql): Promise<void> {
  try {
    await requireBounds(client);
  } catch (error) {
    await client.end({ timeout: 5 });
    throw error;
  }
}

/**
 * Throws when postgres.js lacks `patches/postgres@…`, as after an installation with another package manager than
 * pnpm: without it acknowledged writes can be lost (docs/decisions/0008-a-patched-driver.md).
 */
export function assertPatchedDriver(driver: object): void {
  if (!('transactionsMended' in driver)) {
    throw new Error('postgres.js is not patched. Install the dependencies with pnpm, as the README says.');
  }
}

async function runScript(client: postgres.Sql, statements: string): Promise<Record<string, unknown>[]> {
  const connection = await client.reserve();
  try {
    const result = await connection.unsafe(statements).simple();
    // Of several statements each has its own rows.
    const rows: unknown = Array.isArray(result.at(-1)) ? result.at(-1) : result;
    return rows as Record<string, unknown>[];
  } catch (error) {
    // Nothing is left to roll back when the connection was lost.
    await connection.unsafe('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    connection.release();
  }
}

async function migratePostgres(options: PostgresOptions, timeouts: PostgresTimeouts): Promise<void> {
  const client = await connectDirectly(options, timeouts);
  try {
    const [lock] = await client`SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS taken`;
    if (lock?.['taken'] !== true) {
      options.onMigrationWait?.();
      await client`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    }
    await client`SELECT set_config('lock_timeout', ${String(MIGRATION_LOCK_WAIT_MS)}, false)`;
    // Where servers of the version before still work: what is waited for may wait for what is held.
    await retryingDeadlocks(() =>
      migrate((statements) => runScript(client, statements), options.migrationsFolder),
    );
  } finally {
    await client.end({ timeout: 5 });
  }
}
