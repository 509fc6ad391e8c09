import { type Database, queryRows } from '@esteira/db/database';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { sql } from 'drizzle-orm';
import type { JobKind } from '../../core/job-kinds';
import { type JobAccount, toAccountKey } from '../../core/job-queue';
import { account, hasJobTables, tuples } from './tables';

/**
 * Leaves the work to the job that waits with this key, at the earlier of both moments (null: now). Its row stays
 * locked until this transaction ends, so it does not start before what this one wrote is visible. False when it was
 * just started.
 */
export async function joinWaiting(
  db: Database,
  { kind, key, runAt }: { kind: JobKind; key: string; runAt: Date | null },
): Promise<boolean> {
  const start = runAt === null ? sql`now()` : sql`${runAt.toISOString()}::timestamptz`;
  const joined = await queryRows(
    db,
    sql`UPDATE pgboss.job SET start_after = least(start_after, ${start})
        WHERE name = ${kind}::text AND state = 'created' AND singleton_key = ${key}::text RETURNING 1 AS um`,
  );
  return joined.length > 0;
}

/** See JobQueue.countWaiting. */
export async function countWaitingJobs(
  db: Database,
  kind: JobKind,
  { accounts, atMost }: { accounts: readonly JobAccount[]; atMost: number },
): Promise<Map<string, number>> {
  if (accounts.length === 0) return new Map();
  const rows = await queryRows<{ conta: string; total: number }>(
    db,
    sql`SELECT conta, (SELECT count(*)::int FROM (
            SELECT 1 FROM pgboss.job WHERE name = ${kind}::text AND state < 'active' AND ${account} = conta
            LIMIT ${atMost}::int
          ) AS j) AS total
        FROM (VALUES ${tuples(accounts.map(toAccountKey))}) AS c(conta)`,
  );
  return new Map(rows.map(({ conta, total }) => [conta, total]));
}

/**
 * Lets the jobs go on that waited for the seller to connect this account again. Belongs into the transaction that
 * stores the connection.
 */
export async function releaseHeldJobs(
  db: Database,
  usuarioId: string,
  marketplace: Marketplace,
): Promise<void> {
  if (!(await hasJobTables(db))) return;
  await queryRows(
    db,
    sql`UPDATE pgboss.job SET start_after = now()
        WHERE state = 'retry' AND output->>'espera' = 'reconectar' AND ${account} = ${`${usuarioId}:${marketplace}`}`,
  );
}
