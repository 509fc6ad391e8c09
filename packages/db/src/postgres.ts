import type postgres from 'postgres';
import { createDatabase, type Database, type OpenDatabase } from './database';
import { migrate } from './migrations';
import { Connection } from './postgres/connection';
import { openPool, type Pool } from './postgres/pool';
import { connectDirectly, requireBounds } from './postgres/pooler';
import {
  connect,
  PEOPLE_TIMEOUTS,
  POSTGRES_TIMEOUTS,
  type PostgresAddress,
  type PostgresTimeouts,
  poolConnectionOptions,
} from './postgres/postgres-client';
import { retryingDeadlocks } from './postgres/postgres-errors';
import { type OnStatement, watchStatements } from './watched-statements';

/** Advisory lock under which one of several starting servers migrates. Any constant will do. */
const MIGRATION_LOCK = 7_305_471_120;

/** Migrations may rewrite tables, but wait no longer than this for who uses them. */
const MIGRATION_LOCK_WAIT_MS = 60_000;

export interface PostgresOptions extends PostgresAddress {
  /** Folder with the generated migrations; `sql` stands beside it. */
  migrationsFolder: string;
  /** Connections of this process for people; 16 unless told. */
  maxConnections?: number;
  /** Those of `PEOPLE_TIMEOUTS`, and of `POSTGRES_TIMEOUTS` for heavy work, unless told. */
  timeouts?: Partial<PostgresTimeouts>;
  /** Told of every statement; see `watchStatements`. */
  onStatement?: OnStatement | undefined;
  /** Called when another server is bringing the schema up to date, before it is waited for. */
  onMigrationWait?: () => void;
}

/** Beside those for people. With the one that listens a server has 32: three of them fit PostgreSQL's default of 100. */
const HEAVY_CONNECTIONS = 8;
const RESERVED_CONNECTIONS = 7;

/** Opens a PostgreSQL pool (15 or newer), after bringing the schema up to date. Rejects when unreachable. */
export async function openPostgres(options: PostgresOptions): Promise<OpenDatabase> {
  const { directUrl, maxConnections = 16 } = options;
  const timeouts = { ...POSTGRES_TIMEOUTS, ...options.timeouts };
  const peopleTimeouts = { ...PEOPLE_TIMEOUTS, ...options.timeouts };
  await migratePostgres(options, timeouts);
  const people = openShare(options, maxConnections, peopleTimeouts);
  if (directUrl !== undefined) await checkPooler(people.pool);
  const heavy = openShare(options, HEAVY_CONNECTIONS, timeouts);
  const reserved = openShare(options, RESERVED_CONNECTIONS, peopleTimeouts);
  const listeners: postgres.Sql[] = [];
  return {
    db: people.db,
    kind: 'postgres',
    heavy: heavy.db,
    reserved: reserved.db,
    listen: async (channel, { onMessage, onGap }) => {
      // A connection that no pooler takes away and no other work keeps busy.
      const listener = connect(directUrl ?? options.url, { ...timeouts, settings: {} });
      listeners.push(listener);
      // Called again after every reconnection.
      await listener.listen(channel, onMessage, onGap);
    },
    countConnections: () => {
      const [pages, sessions] = [people.pool.count(), reserved.pool.count()];
      return { busy: pages.busy + sessions.busy, waiting: pages.waiting + sessions.waiting };
    },
    script: people.pool.script,
    close: async () => {
      await Promise.all([
        ...[people, heavy, reserved].map(({ pool }) => pool.close()),
        ...listeners.map((listener) => listener.end({ timeout: 5 })),
      ]);
    },
  };
}

/** Connections that only one kind of work uses. */
interface Share {
  db: Database;
  pool: Pool;
}

function openShare(options: PostgresOptions, maxConnections: number, timeouts: PostgresTimeouts): Share {
  const { url, onStatement } = options;
  const connection = poolConnectionOptions(options, timeouts);
  const connectPooled = () => new Connection(url, connection);
  const pool = openPool({ connect: connectPooled, maxConnections, maxWaitMs: timeouts.poolWaitMs });
  return { pool, db: createDatabase(onStatement ? watchStatements(pool, onStatement) : pool) };
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
