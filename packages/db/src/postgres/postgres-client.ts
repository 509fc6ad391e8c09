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
  /** How long a statement may bring no result before its connection counts as lost; 0: for ever. Longer than it may take. */
  silenceMs: number;
}

export const POSTGRES_TIMEOUTS: PostgresTimeouts = {
  connectMs: 3_000,
  poolWaitMs: 10_000,
  lockMs: 5_000,
  statementMs: 20_000,
  silenceMs: 45_000,
};

/** For what a person waits for: soon told that the system is busy. By way of a pooler, whose bounds are longer, the silence ends it. */
export const PEOPLE_TIMEOUTS: PostgresTimeouts = {
  ...POSTGRES_TIMEOUTS,
  poolWaitMs: 5_000,
  statementMs: 5_000,
  silenceMs: 7_000,
};

/** Where a PostgreSQL is found. */
export interface PostgresAddress {
  /** Of PostgreSQL, or of a pooler before it that gives connections away between transactions. */
  url: string;
  /** With a pooler: of PostgreSQL itself, for what needs a connection of its own. */
  directUrl?: string | undefined;
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

/** How the connections of a pool are made. */
export function poolConnectionOptions(
  { directUrl }: Pick<PostgresAddress, 'directUrl'>,
  timeouts: PostgresTimeouts,
): ConnectionOptions {
  const isPooled = directUrl !== undefined;
  // A pooler refuses session settings, and does not pass prepared statements on to the next client.
  return { ...timeouts, prepare: !isPooled, settings: isPooled ? {} : toSettings(timeouts) };
}

/** How one connection is made. */
export interface ConnectionOptions extends Pick<PostgresTimeouts, 'connectMs' | 'silenceMs'> {
  prepare?: boolean;
  settings: Record<string, string>;
}

interface ClientOptions extends Omit<ConnectionOptions, 'silenceMs'> {
  onclose?: () => void;
}

/** What Drizzle reads and writes as PostgreSQL does: moments, days and spans, and arrays of them and of `numeric`. */
const asWritten = {
  to: 1184,
  from: [1184, 1082, 1083, 1114, 1182, 1185, 1115, 1231],
  parse: (text: string) => text,
  serialize: (text: string) => text,
};

/** Drizzle has made a text of it. */
const json = { to: 3802, from: [114, 3802], parse: JSON.parse, serialize: String };

/** The driver's own would send false for a text, whatever it says. */
const boolean = { to: 16, from: [16], parse: (text: string) => text === 't', serialize: String };

/** A client of postgres.js with one connection, which connects once it is asked something. */
export function connect(url: string, { connectMs, prepare = true, ...options }: ClientOptions): postgres.Sql {
  return postgres(url, {
    max: 1,
    prepare,
    ...(options.onclose && { onclose: options.onclose }),
    onnotice: () => undefined,
    connect_timeout: connectMs / 1000,
    // The driver's own grows to 20 s, during which a listener would wait for a database that is there again.
    backoff: () => 0.1 + Math.random() * 0.2,
    keep_alive: 10,
    // A pool replaces its connections itself, between transactions.
    max_lifetime: 0,
    types: { asWritten, json, boolean },
    // Drizzle reads arrays. A connection lost while the driver asks for their types would end the process.
    fetch_types: false,
    connection: { application_name: 'esteira', TimeZone: 'UTC', ...options.settings },
    // Of several hosts the one that can be written to, also after another has taken over.
    ...(hasSeveralHosts(url) && { target_session_attrs: 'primary' as const }),
  });
}

function hasSeveralHosts(url: string): boolean {
  const [hosts = ''] = url.replace(/^\w+:\/\/(?:[^/]*@)?/, '').split(/[/?]/);
  return hosts.includes(',') && !url.includes('target_session_attrs=');
}
