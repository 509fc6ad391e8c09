import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { CHANGES_CHANNEL, type Database, type OpenDatabase } from './database';
import { limitClient } from './limited-client';
import { isConnectionRefusal } from './outage';
import { createPoolGate } from './pool-gate';

/** Advisory lock under which one of several starting servers migrates. Any constant will do. */
const MIGRATION_LOCK = 7_305_471_120;

/** How long what is asked of PostgreSQL may take, in milliseconds. */
export interface PostgresTimeouts {
  /** Making a connection, until it can be used. */
  connectMs: number;
  /** Waiting for a free connection of the pool. */
  poolWaitMs: number;
  /** Waiting for a lock that somebody else holds. */
  lockMs: number;
  /** One statement; `allowLongStatements` gives a transaction more. */
  statementMs: number;
  /** No answer at all, after which a connection counts as lost. Longer than any statement may take. */
  silenceMs: number;
}

export const POSTGRES_TIMEOUTS: PostgresTimeouts = {
  connectMs: 3_000,
  poolWaitMs: 10_000,
  lockMs: 5_000,
  statementMs: 20_000,
  silenceMs: 45_000,
};

/** Migrations may rewrite tables, but wait no longer than this for who uses them. */
const MIGRATION_LOCK_WAIT_MS = 60_000;

export interface PostgresOptions {
  url: string;
  /** Folder with the generated migrations. */
  migrationsFolder: string;
  /** Connections of this process; 20 unless told. */
  maxConnections?: number;
  /** Those of `POSTGRES_TIMEOUTS` unless told. */
  timeouts?: Partial<PostgresTimeouts>;
  /** Called when another server is bringing the schema up to date, before it is waited for. */
  onMigrationWait?: () => void;
}

/** Opens a PostgreSQL pool (15 or newer), after bringing the schema up to date. Rejects when unreachable. */
export async function openPostgres(options: PostgresOptions): Promise<OpenDatabase> {
  requireMendedDriver(postgres);
  const { url, maxConnections = 20 } = options;
  const timeouts = { ...POSTGRES_TIMEOUTS, ...options.timeouts };
  await migratePostgres(options, timeouts);
  const client = connectPool(url, maxConnections, timeouts);
  const gate = createPoolGate({
    places: maxConnections,
    maxWaitMs: timeouts.poolWaitMs,
    isEverybodys: isConnectionRefusal,
  });
  return {
    db: drizzle(limitClient(client, gate)) as unknown as Database,
    kind: 'postgres',
    listen: async ({ onUserId, onGap }) => {
      // Called again after every reconnection.
      await client.listen(CHANGES_CHANNEL, onUserId, onGap);
    },
    countConnections: gate.count,
    script: async (statements) => gate.run(() => runScript(client, statements)),
    close: () => client.end({ timeout: 5 }),
  };
}

/**
 * Throws when postgres.js lacks `patches/postgres@…`, as after an installation with another package manager than
 * pnpm: without it acknowledged writes can be lost (docs/decisions/0008-a-patched-driver.md).
 */
export function requireMendedDriver(driver: object): void {
  if (!('transactionsMended' in driver)) {
    throw new Error('postgres.js is not patched. Install the dependencies with pnpm, as the README says.');
  }
}

interface ConnectOptions extends Pick<PostgresTimeouts, 'connectMs' | 'silenceMs'> {
  max: number;
  /** PostgreSQL's own settings for every connection. */
  settings: Record<string, number | string>;
}

function connectPool(url: string, max: number, timeouts: PostgresTimeouts): postgres.Sql {
  const settings = {
    statement_timeout: timeouts.statementMs,
    lock_timeout: timeouts.lockMs,
    idle_in_transaction_session_timeout: 60_000,
    // Many requests at once use all processors; one of them would gain nothing by several, nor by compiled plans.
    max_parallel_workers_per_gather: 0,
    jit: 'off',
  };
  return connect(url, { ...timeouts, max, settings });
}

function connect(url: string, { max, connectMs, silenceMs, settings }: ConnectOptions): postgres.Sql {
  const options = {
    max,
    onnotice: () => undefined,
    connect_timeout: connectMs / 1000,
    // The driver's own grows to 20 s, during which requests would wait for a database that is there again.
    backoff: () => 0.1 + Math.random() * 0.2,
    keep_alive: 10,
    // Of our patch: a connection is given up when what was sent on it brings nothing at all back for so long.
    silence_timeout: silenceMs / 1000,
    connection: { application_name: 'esteira', TimeZone: 'UTC', ...settings },
    // Of several hosts the one that can be written to, also after another has taken over.
    ...(hasSeveralHosts(url) && { target_session_attrs: 'primary' as const }),
  };
  return postgres(url, options);
}

function hasSeveralHosts(url: string): boolean {
  const [hosts = ''] = url.replace(/^\w+:\/\/(?:[^/]*@)?/, '').split(/[/?]/);
  return hosts.includes(',') && !url.includes('target_session_attrs=');
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

async function migratePostgres(options: PostgresOptions, { connectMs }: PostgresTimeouts): Promise<void> {
  // A migration may be silent for as long as it takes; TCP's keepalive notices a server that is gone.
  const client = connect(options.url, { max: 1, connectMs, silenceMs: 0, settings: {} });
  try {
    const [lock] = await client`SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS taken`;
    if (lock?.['taken'] !== true) {
      options.onMigrationWait?.();
      await client`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    }
    await client`SELECT set_config('lock_timeout', ${String(MIGRATION_LOCK_WAIT_MS)}, false)`;
    await migrate(drizzle(client), { migrationsFolder: options.migrationsFolder });
  } finally {
    await client.end({ timeout: 5 });
  }
}
