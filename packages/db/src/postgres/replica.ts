import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { createDatabase, type Database, queryRows, type ReadRunner } from '../database';
import { type OnStatement, watchStatements } from '../watched-statements';
import { Connection } from './connection';
import { findOutage } from './outage';
import { openPool } from './pool';
import { type PostgresTimeouts, poolConnectionOptions } from './postgres-client';

/** A streaming replica beside a primary; see `openReplica`. */
export interface Replica {
  /** On the replica when it has all that was committed before this was called; else, or when it fails, on the primary. */
  read: ReadRunner;
  /** How many reads were answered by which. */
  counts(): { replica: number; primary: number };
  close(): Promise<void>;
}

/** Why a replica is not read just now; null: it is again. */
export type ReplicaTrouble = 'away' | 'behind' | null;

interface ReplicaOptions {
  /** Of one streaming replica, itself and not a pooler. */
  url: string;
  primary: Database;
  maxConnections?: number | undefined;
  onTrouble?: ((trouble: ReplicaTrouble) => void) | undefined;
  onStatement?: OnStatement | undefined;
}

/** Short: whoever waits for a replica waits for the primary afterwards. */
const TIMEOUTS: PostgresTimeouts = {
  connectMs: 1_000,
  poolWaitMs: 500,
  lockMs: 1_000,
  statementMs: 5_000,
  silenceMs: 7_000,
};
/** How long a read waits for the replica to answer how far it is, and to come up. */
const CATCH_UP_MS = 100;
const LOOK_EVERY_MS = 5;
/** After the replica was away or behind the primary is read for so long without another look. */
const REST_MS = { away: 2_000, behind: 500 };

/**
 * Reads from a streaming replica without ever showing an older state than the primary had when it was asked: the
 * primary says how far its log was written, and the replica is read once it has replayed that much.
 */
export function openReplica({ url, primary, ...options }: ReplicaOptions): Replica {
  const { maxConnections = 20, onTrouble, onStatement } = options;
  const connection = poolConnectionOptions({}, TIMEOUTS);
  const connect = () => new Connection(url, connection);
  const pool = openPool({ connect, maxConnections, maxWaitMs: TIMEOUTS.poolWaitMs });
  const db = createDatabase(onStatement ? watchStatements(pool, onStatement) : pool);
  const rest = createRest(onTrouble);
  const answered = { replica: 0, primary: 0 };

  async function readPrimary<T>(work: (db: Database) => Promise<T>): Promise<T> {
    answered.primary += 1;
    return work(primary);
  }

  return {
    async read(work) {
      if (rest.isResting()) return readPrimary(work);
      const trouble = await findTrouble(primary, db);
      rest.note(trouble);
      if (trouble !== null) return readPrimary(work);
      try {
        const result = await work(db);
        answered.replica += 1;
        return result;
      } catch (error) {
        if (findOutage(error) === null) throw error;
        rest.note('away');
        return readPrimary(work);
      }
    },
    counts: () => ({ ...answered }),
    close: pool.close,
  };
}

/** Remembers that the replica had trouble, so that not every read waits for it. */
function createRest(onTrouble: ReplicaOptions['onTrouble'] = () => undefined) {
  let known: ReplicaTrouble = null;
  let until = 0;
  return {
    isResting: () => performance.now() < until,
    note(trouble: ReplicaTrouble) {
      until = trouble === null ? 0 : performance.now() + REST_MS[trouble];
      if (trouble === known) return;
      known = trouble;
      onTrouble(trouble);
    },
  };
}

/** Nothing when the replica has what the primary has. Rejects as the primary does. */
async function findTrouble(primary: Database, replica: Database): Promise<ReplicaTrouble> {
  const [row] = await queryRows<{ lsn: string }>(primary, WRITTEN);
  const deadline = new AbortController();
  const late = wait(CATCH_UP_MS, 'behind' as const, { signal: deadline.signal }).catch(() => null);
  const looking = untilReplayed(replica, row?.lsn ?? '', deadline.signal);
  try {
    return await Promise.race([looking, late]);
  } catch {
    return 'away';
  } finally {
    deadline.abort();
    // Whoever is late may still fail.
    looking.catch(() => undefined);
  }
}

/** Where commits are acknowledged before they are written, what they wrote lies further on. */
const WRITTEN = sql`SELECT CASE current_setting('synchronous_commit')
  WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END::text AS lsn`;

/** A server that does not follow a primary, as after its promotion, has no receiver: how far it is means nothing. */
async function untilReplayed(replica: Database, lsn: string, signal: AbortSignal): Promise<ReplicaTrouble> {
  while (!signal.aborted) {
    const [row] = await queryRows<{ follows: boolean; replayed: boolean | null }>(
      replica,
      sql`SELECT pg_is_in_recovery() AND EXISTS (SELECT FROM pg_stat_wal_receiver) AS follows,
        pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn AS replayed`,
    );
    if (row?.follows !== true) return 'away';
    if (row.replayed === true) return null;
    await wait(LOOK_EVERY_MS);
  }
  return 'behind';
}
