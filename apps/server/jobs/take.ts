import { type Database, queryRows } from '@esteira/db/database';
import { IS_OPEN_JOB, jobs } from '@esteira/db/schema/platform/jobs';
import { eq, getTableColumns, notInArray, type SQL, sql } from 'drizzle-orm';
import type { JobKind } from '../core/job-kinds';

/** A job that was taken. Only who took it last, known by `tomada_em`, may finish it. */
export type TakenJob = typeof jobs.$inferSelect & { tipo: JobKind };

/** Waits and its moment has come, or its worker had it for too long. */
const isDue = (kind: SQL) => sql`tipo = ${kind} AND ${IS_OPEN_JOB} AND devida_em <= now()`;

/** The kinds that have something due: one look into an index for each, however much waits. */
export async function dueKinds(db: Database, kinds: readonly JobKind[]): Promise<JobKind[]> {
  if (kinds.length === 0) return [];
  const rows = kinds.map((kind) => sql`(${kind}::text)`);
  const due = await queryRows<{ kind: JobKind }>(
    db,
    sql`SELECT kind FROM (VALUES ${sql.join(rows, sql`, `)}) AS k(kind)
        CROSS JOIN LATERAL (SELECT 1 FROM tarefas WHERE ${isDue(sql`kind`)} LIMIT 1) AS devida`,
  );
  return due.map(({ kind }) => kind);
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
  const crashed = sql`${jobs.tomada_em} IS NOT NULL`;
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
  const isOfKind = isDue(sql`${kind}::text`);
  const nextAccount = (previous: SQL) =>
    sql`(SELECT conta FROM tarefas WHERE ${isOfKind} AND conta > ${previous} ORDER BY conta LIMIT 1)`;
  return sql`
    WITH RECURSIVE contas AS (
      SELECT conta, 1 AS passo FROM ${nextAccount(sql`${after}::text`)} AS primeira
      UNION ALL
      SELECT proxima.conta, passo + 1 FROM contas CROSS JOIN LATERAL ${nextAccount(sql`contas.conta`)} AS proxima
      WHERE passo < ${limit + busy.length}::int
    )
    SELECT tarefa.id FROM contas CROSS JOIN LATERAL (
      SELECT id FROM tarefas WHERE ${isOfKind} AND conta = contas.conta
      ORDER BY devida_em LIMIT 1 FOR UPDATE SKIP LOCKED
    ) AS tarefa WHERE ${notInArray(sql`contas.conta`, [...busy])} LIMIT ${limit}::int`;
}
