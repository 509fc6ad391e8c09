import { DrizzleQueryError } from 'drizzle-orm';
import { PoolBusyError } from './pool-gate';

/**
 * Why the database cannot do its work just now, while nothing is wrong with what was asked of it:
 * - `busy`: it was waited for too long, or several writers were in each other's way;
 * - `unreachable`: there is no connection, or it was lost;
 * - `full`: there is no space left on its disk.
 */
export type Outage = 'busy' | 'unreachable' | 'full';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const BY_SQLSTATE: Record<string, Outage> = {
  '40001': 'busy', // serialization_failure
  '40P01': 'busy', // deadlock_detected
  '55P03': 'busy', // lock_not_available: lock_timeout
  '57014': 'busy', // query_canceled: statement_timeout
  '25P03': 'busy', // idle_in_transaction_session_timeout
  '53300': 'busy', // too_many_connections
  '57P01': 'unreachable', // admin_shutdown
  '57P02': 'unreachable', // crash_shutdown
  '57P03': 'unreachable', // cannot_connect_now
  '25006': 'unreachable', // read_only_sql_transaction: a standby, until the fail-over is over
  '53100': 'full', // disk_full
};

/** Names that postgres.js gives a connection that is none. */
const DRIVER_CODE = /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT)$/;

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** PostgreSQL's routine that finds a prepared statement outdated: a migration changed a type under it. */
const OUTDATED_STATEMENT = 'RevalidateCachedQuery';

type Coded = Error & { code?: unknown; routine?: unknown };

/**
 * What kind of outage the driver's or Drizzle's error tells of; null when it tells of none. Network errors count only
 * where they are the database's: thrown as they are, or inside Drizzle's error.
 */
export function findOutage(error: unknown): Outage | null {
  let isOfDatabase = true;
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth += 1
  ) {
    const found = findOutageOfOne(current, isOfDatabase);
    if (found !== null) return found;
    isOfDatabase = current instanceof DrizzleQueryError;
  }
  return null;
}

/** Whether no connection could be made: then whoever asks next will fare no better. */
export function isConnectionRefusal(error: unknown): boolean {
  const code = error instanceof Error ? (error as Coded).code : undefined;
  return code === 'CONNECT_TIMEOUT' || code === '57P03' || (code !== 'ECONNRESET' && isNetworkCode(code));
}

function findOutageOfOne(error: Coded, isOfDatabase: boolean): Outage | null {
  const { code, routine } = error;
  if (error instanceof PoolBusyError || routine === OUTDATED_STATEMENT) return 'busy';
  if (typeof code !== 'string') return null;
  if (DRIVER_CODE.test(code) || (isOfDatabase && isNetworkCode(code))) return 'unreachable';
  if (isOfDatabase && code === 'ENOSPC') return 'full';
  // Class 08: connection exceptions.
  return BY_SQLSTATE[code] ?? (/^08[0-9A-Z]{3}$/.test(code) ? 'unreachable' : null);
}

function isNetworkCode(code: unknown): boolean {
  return typeof code === 'string' && NETWORK_CODES.has(code);
}
