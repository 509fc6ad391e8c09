import { type Database, queryRows } from '@esteira/db/database';
import { NOW } from '@esteira/db/expressions';
import { IS_OPEN_JOB, jobs } from '@esteira/db/schema/platform/jobs';
import { and, eq, getTableColumns, isNotNull, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import type { JobKind } from '../core/job-kinds';

/** A job that was taken. Only who took it last, known by `tomada_em`, may finish it. */
export type TakenJob = typeof jobs.$inferSelect & { tipo: JobKind };

/** Waits and its moment has come, or its worker had it for too long. */
const isDue = (kind: JobKind | SQL) => and(eq(jobs.tipo, kind), IS_OPEN_JOB, lte(jobs.devida_em, NOW));

/**
 * The kinds that have something due: one look into an index for each, however much waits. Without an order PostgreSQL reads
 * the whole table for a kind that has nothing due where others have much.
 */
export async function dueKinds(db: Database, kinds: readonly JobKind[]): Promise<JobKind[]> {
  if (kinds.length === 0) return [];
  const due = db.select({ id: jobs.id }).from(jobs).where(isDue(sql`kind`)).orderBy(jobs.devida_em).limit(1);
  const rows = await queryRows<{ kind: JobKind }>(
    db,
    sql`SELECT kind FROM unnest(${`{${kinds.join(',')}}`}::text[]) AS kind CROSS JOIN LATERAL ${due} AS devida`,
  );
  return rows.map(({ kind }) => kind);
}

interface TakeQuery {
  kind: JobKind;
  limit: number;
  /** Accounts that have their share of workers already. */
  busy: readonly string[];
  /** The account that was served last; those behind it in the order of their keys are served. */
  after: string;
  /** For how long the job is this worker's. */
  expireMs: number;
}

/**
 * Takes the longest due job of each of the next accounts, safe beside other workers. It steps by an index from account
 * to account: one with a hundred thousand due jobs costs the same step as one with a single job.
 */
export async function takeJobs(db: Database, { expireMs, ...query }: TakeQuery): Promise<TakenJob[]> {
  const chosen = db.$with('escolhidas', { id: jobs.id }).as(oneOfEachAccount(query));
  const crashed = isNotNull(jobs.tomada_em);
  const rows = await db
    .with(chosen)
    .update(jobs)
    .set({
      situacao: 'em_andamento',
      tomada_em: sql`clock_timestamp()`,
      devida_em: sql`now() + ${expireMs}::int * interval '1 millisecond'`,
      quedas: sql`${jobs.quedas} + (${crashed})::int`,
      mensagem: sql`CASE WHEN ${crashed} THEN 'A tarefa foi interrompida antes de terminar' ELSE ${jobs.mensagem} END`,
    })
    .from(chosen)
    .where(eq(jobs.id, chosen.id))
    .returning(getTableColumns(jobs));
  return rows.map((row) => ({ ...row, tipo: query.kind }));
}

function oneOfEachAccount({ kind, limit, busy, after }: Omit<TakeQuery, 'expireMs'>): SQL {
  const account = sql`contas.conta`;
  const nextAccount = (previous: string | SQL) =>
    sql`(SELECT conta FROM tarefas WHERE ${isDue(kind)} AND conta > ${previous} ORDER BY conta LIMIT 1)`;
  return sql`
    WITH RECURSIVE contas AS (
      SELECT conta, 1 AS passo FROM ${nextAccount(after)} AS primeira
      UNION ALL
      SELECT proxima.conta, passo + 1 FROM contas CROSS JOIN LATERAL ${nextAccount(account)} AS proxima
      WHERE passo < ${limit + busy.length}::int
    )
    SELECT tarefa.id FROM contas CROSS JOIN LATERAL (
      SELECT id FROM tarefas WHERE ${isDue(kind)} AND conta = contas.conta
      ORDER BY devida_em LIMIT 1 FOR UPDATE SKIP LOCKED
    ) AS tarefa WHERE ${notInArray(account, [...busy])} LIMIT ${limit}::int`;
}
