import { type Database, queryRows } from '@esteira/db/database';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { type SQL, sql } from 'drizzle-orm';
import type { JobKind } from '../core/job-kinds';
import { type JobAccount, toAccountKey } from '../core/job-queue';

/** Every statement of ours on pg-boss's tables. Nothing outside this file knows them. */

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
  /** When it was taken up: who took it up again since has another, and only the latest may settle it. */
  takenAt: string;
  /** What its last try left behind; null on the first one, and after a crash. */
  previous: JobTrace | null;
}

/** The account that a job works for, as it is compared and indexed. */
const account = sql.raw(`((data->>'usuario_id') || ':' || (data->>'marketplace'))`);

const ACCOUNT_INDEX = `CREATE INDEX IF NOT EXISTS job_por_conta
  ON pgboss.job (name, ((data->>'usuario_id') || ':' || (data->>'marketplace')), start_after) WHERE state < 'active'`;

/** Makes the index by which jobs are taken in turn. Several servers may start at once, so only one at a time looks. */
export async function prepareJobTables({ db }: { db: Database }): Promise<void> {
  await db.transaction(async (tx) => {
    await queryRows(tx, sql`SELECT pg_advisory_xact_lock(7305471122)::text AS trava`);
    await queryRows(tx, sql.raw(ACCOUNT_INDEX));
  });
}

/** Whether there are jobs at all: their tables are made when the first marketplace becomes real. */
async function hasJobTables(db: Database): Promise<boolean> {
  const [found] = await queryRows<{ existe: boolean }>(
    db,
    sql`SELECT to_regclass('pgboss.job') IS NOT NULL AS existe`,
  );
  return found?.existe ?? false;
}

/**
 * Leaves the work to the job that waits with this key, at the earlier of both moments (null: now). Its row stays
 * locked until this transaction ends, so nobody starts it before what this one wrote can be seen. False when it was
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

interface Turn {
  kind: JobKind;
  limit: number;
  /** Accounts that have their share of workers already. */
  busy: readonly string[];
  /** The account that was served last; the next ones come first. */
  after: string;
}

/**
 * The accounts whose turn it is, at most `limit`, going round by their ids. One account with a hundred thousand jobs
 * costs the same step of the index as one with a single job, and waits for its turn like that one.
 */
export async function accountsInTurn(db: Database, turn: Turn): Promise<string[]> {
  const found = await dueAccounts(db, turn);
  if (found.length < turn.limit && turn.after !== '') {
    found.push(...(await dueAccounts(db, { ...turn, after: '' })));
  }
  if (found.length === 0) return oldestDueAccounts(db, turn);
  return [...new Set(found)].slice(0, turn.limit);
}

/** Where the next accounts have nothing due yet: those among the oldest jobs that are. */
async function oldestDueAccounts(db: Database, { kind, limit, busy }: Turn): Promise<string[]> {
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

async function dueAccounts(db: Database, { kind, limit, busy, after }: Turn): Promise<string[]> {
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

/** Takes the job of each of these accounts that is due longest; others are taking at the same time. */
export async function takeOneOfEach(
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

/** The job as it was taken up; not any more when it expired and somebody else has it. */
const stillMine = ({ kind, id, takenAt }: TakenJob) =>
  sql`name = ${kind}::text AND id = ${id}::uuid AND state = 'active' AND started_on = ${takenAt}::timestamptz`;

export async function completeJob(db: Database, job: TakenJob): Promise<void> {
  await queryRows(
    db,
    sql`UPDATE pgboss.job SET state = 'completed', completed_on = now(), output = NULL WHERE ${stillMine(job)}`,
  );
}

export async function endJob(db: Database, job: TakenJob, trace: JobTrace): Promise<void> {
  await queryRows(
    db,
    sql`UPDATE pgboss.job SET state = 'failed', completed_on = now(), output = ${JSON.stringify(trace)}::jsonb
        WHERE ${stillMine(job)}`,
  );
}

/** Gives a job back that its server could not finish before it closed: it is due at once, and its tries stay as they were. */
export function giveBack(db: Database, job: TakenJob): Promise<void> {
  return putBack(db, job, { trace: job.previous, retryInSeconds: 0 });
}

/**
 * Puts a failed job back into line. One that would wait beside another of the same key ends quietly: the other will
 * do the work. `started_on` is cleared, because pg-boss counts tries by it and is to count only crashes.
 */
export async function putBack(
  db: Database,
  job: TakenJob,
  { trace, retryInSeconds }: { trace: JobTrace | null; retryInSeconds: number },
): Promise<void> {
  const isRepeated = sql`EXISTS (SELECT 1 FROM pgboss.job outra WHERE outra.name = ${job.kind}::text
    AND outra.state IN ('created', 'retry') AND outra.singleton_key = ${job.key}::text
    AND outra.id <> ${job.id}::uuid)`;
  await queryRows(
    db,
    sql`UPDATE pgboss.job SET
          state = CASE WHEN ${isRepeated} THEN 'completed' ELSE 'retry' END::pgboss.job_state,
          completed_on = CASE WHEN ${isRepeated} THEN now() END,
          start_after = now() + ${retryInSeconds}::float8 * interval '1 second', started_on = NULL,
          output = ${trace === null ? null : JSON.stringify(trace)}::jsonb
        WHERE ${stillMine(job)}`,
  );
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

/** A job that is not done, with whom and what it is for. */
export interface OpenJob extends Record<string, unknown> {
  id: string;
  kind: JobKind;
  situacao: 'falhou' | 'em_andamento' | 'na_fila' | 'tentando' | 'aguardando';
  marketplace: Marketplace;
  usuario_nome: string | null;
  assunto: string | null;
  tentativas: number;
  mensagem: string | null;
  /** As PostgreSQL prints it. */
  proxima_tentativa: string | null;
  rank: number;
  age: string;
}

/** Where a job stands in the list of open ones. */
export type OpenJobPlace = Pick<OpenJob, 'rank' | 'age' | 'id'>;

const situation = sql`CASE j.state WHEN 'failed' THEN 'falhou' WHEN 'active' THEN 'em_andamento'
  WHEN 'created' THEN 'na_fila' ELSE CASE WHEN j.output->>'espera' IS NULL THEN 'tentando' ELSE 'aguardando' END END`;
/** What an admin has to do something about comes first. */
const rank = sql`CASE j.state WHEN 'failed' THEN 0 WHEN 'retry' THEN 1 WHEN 'active' THEN 2 ELSE 3 END`;
/** Newest first, so the moment counts backwards. */
const age = sql`(-extract(epoch FROM j.created_on) * 1000000)::bigint`;

const openJobs = sql`
  SELECT j.id::text, j.name AS kind, ${situation} AS situacao, j.data->>'marketplace' AS marketplace,
    u.nome AS usuario_nome, coalesce(p.nome, 'Pedido #' || (j.data->>'ml_order_id')) AS assunto,
    j.retry_count + coalesce((j.output->>'tentativas')::int, 0) AS tentativas,
    CASE WHEN j.output IS NULL THEN NULL
      ELSE coalesce(j.output->>'mensagem', 'A tarefa foi interrompida antes de terminar') END AS mensagem,
    CASE WHEN j.state < 'active' AND j.start_after > now()
      THEN date_trunc('milliseconds', j.start_after)::text END AS proxima_tentativa,
    ${rank} AS rank, ${age}::text AS age
  FROM pgboss.job j
  LEFT JOIN usuarios u ON u.id = (j.data->>'usuario_id')::uuid
  LEFT JOIN produtos p ON p.usuario_id = u.id AND p.id = (j.data->>'produto_id')::uuid
  WHERE j.state IN ('created', 'retry', 'active', 'failed')`;

/** The jobs that are not done: first the dead, then those that fail, then the rest. */
export async function listOpenJobs(
  db: Database,
  { after, limit }: { after: OpenJobPlace | null; limit: number },
): Promise<OpenJob[]> {
  if (!(await hasJobTables(db))) return [];
  const isAfter =
    after === null
      ? sql`true`
      : sql`(${rank}, ${age}, j.id) > (${after.rank}::int, ${after.age}::bigint, ${after.id}::uuid)`;
  return queryRows<OpenJob>(
    db,
    sql`${openJobs} AND ${isAfter} ORDER BY ${rank}, ${age}, j.id LIMIT ${limit}`,
  );
}

/** How many jobs of a kind are in a state, and how many seconds the one that is due longest has waited. */
export interface QueueDepth extends Record<string, unknown> {
  kind: string;
  state: string;
  total: number;
  age: number;
}

export async function readQueueDepth(db: Database): Promise<QueueDepth[]> {
  if (!(await hasJobTables(db))) return [];
  return queryRows<QueueDepth>(
    db,
    sql`SELECT name AS kind, state::text AS state, count(*)::int AS total,
          greatest(0, coalesce(extract(epoch FROM now() - min(start_after)
            FILTER (WHERE state < 'active')), 0))::int AS age
        FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed') GROUP BY 1, 2`,
  );
}

export async function countOpenJobs(db: Database): Promise<{ total: number; falharam: number }> {
  if (!(await hasJobTables(db))) return { total: 0, falharam: 0 };
  const [counts] = await queryRows<{ total: number; falharam: number }>(
    db,
    sql`SELECT count(*)::int AS total, count(*) FILTER (WHERE state = 'failed')::int AS falharam
        FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed')`,
  );
  return counts ?? { total: 0, falharam: 0 };
}

/** Puts a job that failed or waits back into line at once, with all its tries anew. `job` is null for an unknown id. */
export async function restartJob(
  db: Database,
  id: string,
): Promise<{ job: OpenJob | null; isRestarted: boolean }> {
  if (!(await hasJobTables(db))) return { job: null, isRestarted: false };
  const restarted = await queryRows(
    db,
    sql`UPDATE pgboss.job SET state = 'retry', start_after = now(), started_on = NULL, completed_on = NULL,
          retry_count = 0, output = (output || '{"falhas": 0, "tentativas": 0}') - 'espera',
          keep_until = greatest(keep_until, now() + interval '90 days')
        WHERE id = ${id}::uuid AND state IN ('failed', 'retry') RETURNING 1 AS um`,
  );
  const [job] = await queryRows<OpenJob>(db, sql`${openJobs} AND j.id = ${id}::uuid`);
  return { job: job ?? null, isRestarted: restarted.length > 0 };
}

const tuples = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`(${value}::text)`),
    sql`, `,
  );
