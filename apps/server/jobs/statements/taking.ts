import { type Database, queryRows } from '@esteira/db/database';
import { type SQL, sql } from 'drizzle-orm';
import type { JobKind } from '../../core/job-kinds';
import { account, tuples } from './tables';

/** What a failed try leaves with its job, for admins and for the next try. Holds no personal data. */
export interface JobTrace {
  /** One Portuguese sentence. */
  mensagem: string;
  tentativas: number;
  /** The tries that count towards giving up; waiting for a limit or for the seller does not. */
  falhas: number;
  /** Set while it waits for the seller to connect again. */
  espera?: 'reconectar';
}

/** A job that was taken up. */
export interface TakenJob {
  id: string;
  kind: JobKind;
  data: unknown;
  key: string | null;
  /** When it was taken up. A worker that took it up later has another value, and only the latest may finish it. */
  takenAt: string;
  /** What its last try left behind; null on the first one, and after a crash. */
  previous: JobTrace | null;
}

/** The kinds that have something due: one look into an index for each, however much waits. */
export async function dueKinds(db: Database, kinds: readonly JobKind[]): Promise<JobKind[]> {
  if (kinds.length === 0) return [];
  const due = await queryRows<{ kind: JobKind }>(
    db,
    sql`SELECT kind FROM (VALUES ${tuples(kinds)}) AS k(kind) CROSS JOIN LATERAL (
          SELECT 1 FROM pgboss.job WHERE name = kind AND state < 'active' AND start_after < now() LIMIT 1
        ) AS devida`,
  );
  return due.map(({ kind }) => kind);
}

/** At most so many accounts are looked at for one that has something due. */
const MAX_HOPS = 500;

interface AccountQuery {
  kind: JobKind;
  limit: number;
  /** Accounts that have their share of workers already. */
  busy: readonly string[];
  /** The account that was served last; the next ones come first. */
  after: string;
}

/**
 * The next accounts with due jobs, at most `limit`, in a round robin by their ids. An account with a hundred thousand
 * jobs costs the same step of the index as one with a single job.
 */
export async function nextAccounts(db: Database, query: AccountQuery): Promise<string[]> {
  const found = await dueAccounts(db, query);
  if (found.length < query.limit && query.after !== '') {
    found.push(...(await dueAccounts(db, { ...query, after: '' })));
  }
  if (found.length === 0) return oldestDueAccounts(db, query);
  return [...new Set(found)].slice(0, query.limit);
}

/** Where the next accounts have nothing due yet: those among the oldest jobs that are. */
async function oldestDueAccounts(db: Database, { kind, limit, busy }: AccountQuery): Promise<string[]> {
  const rows = await queryRows<{ conta: string }>(
    db,
    sql`SELECT DISTINCT conta FROM (
          SELECT ${account} AS conta FROM pgboss.job
          WHERE name = ${kind}::text AND state < 'active' AND start_after < now()
          ORDER BY start_after LIMIT ${MAX_HOPS}
        ) AS j WHERE ${isFree(busy)} LIMIT ${limit}`,
  );
  return rows.map(({ conta }) => conta);
}

const isFree = (busy: readonly string[]) => (busy.length === 0 ? sql`true` : sql`conta NOT IN ${busy}`);

async function dueAccounts(db: Database, { kind, limit, busy, after }: AccountQuery): Promise<string[]> {
  const nextAfter = (previous: SQL) => sql`
    SELECT ${account} AS conta, start_after FROM pgboss.job
    WHERE name = ${kind}::text AND state < 'active' AND ${account} > ${previous} ORDER BY 1, 2 LIMIT 1`;
  const rows = await queryRows<{ conta: string }>(
    db,
    sql`WITH RECURSIVE contas AS (
          SELECT conta, start_after, 1 AS salto FROM (${nextAfter(sql`${after}::text`)}) AS primeira
          UNION ALL
          SELECT proxima.conta, proxima.start_after, salto + 1
          FROM contas CROSS JOIN LATERAL (${nextAfter(sql`contas.conta`)}) AS proxima WHERE salto < ${MAX_HOPS}::int
        )
        SELECT conta FROM contas WHERE start_after < now() AND ${isFree(busy)} LIMIT ${limit}`,
  );
  return rows.map(({ conta }) => conta);
}

/** Takes the longest due job of each of these accounts, safe beside other workers. */
export async function claimOnePerAccount(
  db: Database,
  kind: JobKind,
  accounts: readonly string[],
): Promise<TakenJob[]> {
  if (accounts.length === 0) return [];
  return takeJobs(
    db,
    kind,
    sql`SELECT j.id FROM (VALUES ${tuples(accounts)}) AS c(conta) CROSS JOIN LATERAL (
          SELECT id FROM pgboss.job
          WHERE name = ${kind}::text AND state < 'active' AND ${account} = c.conta AND start_after < now()
          ORDER BY start_after LIMIT 1 FOR UPDATE SKIP LOCKED
        ) AS j`,
  );
}

async function takeJobs(db: Database, kind: JobKind, chosen: SQL): Promise<TakenJob[]> {
  const rows = await queryRows<{
    id: string;
    data: unknown;
    key: string | null;
    taken_at: string;
    output: unknown;
  }>(
    db,
    sql`WITH escolhida AS MATERIALIZED (${chosen})
        UPDATE pgboss.job SET state = 'active', started_on = clock_timestamp(),
          retry_count = CASE WHEN started_on IS NULL THEN retry_count ELSE retry_count + 1 END
        FROM escolhida WHERE name = ${kind}::text AND job.id = escolhida.id
        RETURNING job.id::text, data, singleton_key AS key, started_on::text AS taken_at, output`,
  );
  return rows.map(({ id, data, key, taken_at, output }) => ({
    id,
    kind,
    data,
    key,
    takenAt: taken_at,
    previous: toTrace(output),
  }));
}

/** pg-boss leaves a note of its own when a job expired. */
function toTrace(output: unknown): JobTrace | null {
  const isTrace = typeof output === 'object' && output !== null && 'tentativas' in output;
  return isTrace ? (output as JobTrace) : null;
}
