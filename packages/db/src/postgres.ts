import type postgres from 'postgres';
import { createDatabase, type Database, type OpenDatabase } from './database';
import { migrate } from './migrations';
import { Connection } from './postgres/connection';
import { openPool, type Pool } from './postgres/pool';
import { connectDirectly, requireBounds } from './postgres/pooler';
import {
  connect,
  POSTGRES_TIMEOUTS,
  type PostgresAddress,
  type PostgresTimeouts,
  poolConnectionOptions,
} from './postgres/postgres-client';
import { retryingDeadlocks } from './postgres/postgres-errors';
import { openReplica, type Replica, type ReplicaTrouble } from './postgres/replica';
import { type OnStatement, watchStatements } from './watched-statements';

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
  /** Told of every statement; see `watchStatements`. */
  onStatement?: OnStatement | undefined;
  /** Called when another server is bringing the schema up to date, before it is waited for. */
  onMigrationWait?: () => void;
}

/** Opens a PostgreSQL pool (15 or newer), after bringing the schema up to date. Rejects when unreachable. */
export async function openPostgres(options: PostgresOptions): Promise<OpenDatabase> {
  const { directUrl, maxConnections = 20, onStatement } = options;
  const timeouts = { ...POSTGRES_TIMEOUTS, ...options.timeouts };
  await migratePostgres(options, timeouts);
  const connection = poolConnectionOptions(options, timeouts);
  const openConnections = (count: number) =>
    openPool({
      connect: () => new Connection(options.url, connection),
      maxConnections: count,
      maxWaitMs: timeouts.poolWaitMs,
    });
  const watch = (pool: Pool) => createDatabase(onStatement ? watchStatements(pool, onStatement) : pool);
  const pool = openConnections(maxConnections);
  if (directUrl !== undefined) await checkPooler(pool);
  const single = openConnections(1);
  const db = watch(pool);
  const replica = openGivenReplica(options, db);
  const listeners: postgres.Sql[] = [];
  return {
    db,
    kind: 'postgres',
    readLists: replica?.read ?? ((work) => work(db)),
    reserved: watch(single),
    listen: async (channel, { onMessage, onGap }) => {
      // A connection that no pooler takes away and no other work keeps busy.
      const listener = connect(directUrl ?? options.url, { ...timeouts, settings: {} });
      listeners.push(listener);
      // Called again after every reconnection.
      await listener.listen(channel, onMessage, onGap);
    },
    countConnections: pool.count,
    script: pool.script,
    close: async () => {
      await Promise.all([
        pool.close(),
        single.close(),
        replica?.close(),
        ...listeners.map((listener) => listener.end({ timeout: 5 })),
      ]);
    },
  };
}

function openGivenReplica(
  { replicaUrl, maxConnections, onReplicaTrouble, onStatement }: PostgresOptions,
  primary: Database,
): Replica | null {
  if (replicaUrl === undefined) return null;
  return openReplica({ url: replicaUrl, primary, maxConnections, onTrouble: onReplicaTrouble, onStatement });
}

async function checkPooler(pool: Pool): Promise<void> {
  try {
    await requireBounds(pool);
  } catch (error) {
    await pool.close();
    throw error;
  }
}

async function migratePostgres(options: PostgresOptions, timeouts: PostgresTimeouts): Promise<void> {
  const connection = await connectDirectly(options, timeouts);
  const { script } = connection;
  try {
    const [lock] = await script(`SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS taken`);
    if (lock?.['taken'] !== true) {
      options.onMigrationWait?.();
      await script(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    }
    await script(`SET lock_timeout = ${MIGRATION_LOCK_WAIT_MS}`);
    // Where servers of the version before still work: what is waited for may wait for what is held.
    await retryingDeadlocks(() => migrate(script, options.migrationsFolder));
  } finally {
    await connection.close(5);
  }
}
