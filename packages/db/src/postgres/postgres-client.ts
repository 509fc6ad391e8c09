import { randomUUID } from 'node:crypto';
import postgres from 'postgres';

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

/** Where a PostgreSQL is found. */
export interface PostgresAddress {
  /** Of PostgreSQL, or of a pooler before it that gives connections away between transactions. */
  url: string;
  /** With a pooler: of PostgreSQL itself, for what needs a connection of its own. */
  directUrl?: string | undefined;
  /** Of a streaming replica, for lists and reports; itself and not a pooler. */
  replicaUrl?: string | undefined;
}

/** `DATABASE_URL`, or the pooler behind it, is not as it has to be; the message is for the operator. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

/**
 * PostgreSQL's own settings for the connections of a pool; `docker/pgbouncer/pgbouncer.ini` has the same. Written as
 * texts: the driver sends no setting that is the number 0.
 */
function toSettings(timeouts: PostgresTimeouts): Record<string, string> {
  return {
    statement_timeout: String(timeouts.statementMs),
    lock_timeout: String(timeouts.lockMs),
    idle_in_transaction_session_timeout: '60000',
    // Many requests at once use all processors; one of them would gain nothing by several, nor by compiled plans.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // What is read often is in memory: to announce each page of it beforehand cost a seventh of a look-up of thousands.
    effective_io_concurrency: '0',
  };
}

/** The connections that everything else uses. */
export function connectPool(
  { url, directUrl }: PostgresAddress,
  { max }: Pick<ConnectOptions, 'max'>,
  timeouts: PostgresTimeouts,
): postgres.Sql {
  const isPooled = directUrl !== undefined;
  // A pooler refuses session settings, and does not pass prepared statements on to the next client.
  return connect(url, {
    ...timeouts,
    max,
    prepare: !isPooled,
    settings: isPooled ? {} : toSettings(timeouts),
  });
}

interface ConnectOptions extends Pick<PostgresTimeouts, 'connectMs' | 'silenceMs'> {
  max: number;
  prepare?: boolean;
  settings: Record<string, string>;
}

/** A client of postgres.js, which connects once it is asked something. */
export function connect(url: string, options: ConnectOptions): postgres.Sql {
  const { max, connectMs, silenceMs, prepare = true, settings } = options;
  const driverOptions = {
    max,
    prepare,
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
  return postgres(url, driverOptions);
}

function hasSeveralHosts(url: string): boolean {
  const [hosts = ''] = url.replace(/^\w+:\/\/(?:[^/]*@)?/, '').split(/[/?]/);
  return hosts.includes(',') && !url.includes('target_session_attrs=');
}

/** A made-up setting: only a direct connection to PostgreSQL takes and keeps it. */
const MARK = 'esteira.conexao';

/**
 * One connection to PostgreSQL itself. Rejects with `PoolerError` where a pooler answers: behind one that gives
 * connections away between transactions, locks and settings of a session would be somebody else's.
 */
export async function connectDirectly(
  { url, directUrl }: PostgresAddress,
  { connectMs }: Pick<PostgresTimeouts, 'connectMs'>,
): Promise<postgres.Sql> {
  const mark = randomUUID();
  // What runs on it may be silent for as long as it takes; TCP's keepalive notices a server that is gone.
  const client = connect(directUrl ?? url, { max: 1, connectMs, silenceMs: 0, settings: { [MARK]: mark } });
  try {
    const [row] = await client`SELECT current_setting(${MARK}, true) AS mark`;
    if (row?.['mark'] !== mark) throw indirect(directUrl);
    return client;
  } catch (error) {
    await client.end({ timeout: 5 });
    throw isRefusedSetting(error) ? indirect(directUrl) : error;
  }
}

function isRefusedSetting(error: unknown): boolean {
  return error instanceof Error && error.message.includes('unsupported startup parameter');
}

function indirect(directUrl: string | undefined): PoolerError {
  return new PoolerError(
    directUrl === undefined
      ? 'DATABASE_URL leads to a connection pooler. Set DATABASE_DIRECT_URL to the PostgreSQL behind it as well.'
      : 'DATABASE_DIRECT_URL leads to a connection pooler. It must be the address of PostgreSQL itself.',
  );
}

/** Rejects with `PoolerError` where statements sent through a pooler could wait without an end. */
export async function requireBounds(client: postgres.Sql): Promise<void> {
  const unbounded = await client`SELECT name FROM pg_settings WHERE setting = '0'
    AND name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`;
  if (unbounded.length === 0) return;
  const names = unbounded.map((row) => String(row['name'])).join(', ');
  throw new PoolerError(
    `The connections of the pooler have no ${names}. Set them in its connect_query, as docs/operations.md says.`,
  );
}
