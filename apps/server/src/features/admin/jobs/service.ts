import { type Database, queryRows } from '@esteira/db/database';
import { isoInstant } from '@esteira/db/schema/columns';
import type { AdminJob, AdminJobCounts } from '@esteira/validators/admin';
import type { Page, PageInput } from '@esteira/validators/wire/page';
import { type SQL, sql } from 'drizzle-orm';
import { AppError } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';
import { JOB_LABELS, type JobKind } from '../../../core/job-kinds';
import { hasJobTables } from '../../../jobs/job-tables';

interface JobRow extends Record<string, unknown>, Omit<AdminJob, 'tarefa' | 'proxima_tentativa'> {
  kind: JobKind;
  proxima_tentativa: string | null;
  cursor: string;
}

/** What an admin has to do something about comes first. */
const situation = sql`CASE j.state WHEN 'failed' THEN 'falhou' WHEN 'active' THEN 'em_andamento'
  WHEN 'created' THEN 'na_fila' ELSE CASE WHEN j.output->>'espera' IS NULL THEN 'tentando' ELSE 'aguardando' END END`;
const rank = sql`CASE j.state WHEN 'failed' THEN 0 WHEN 'retry' THEN 1 WHEN 'active' THEN 2 ELSE 3 END`;
/** Newest first, so the moment counts backwards. */
const age = sql`(-extract(epoch FROM j.created_on) * 1000000)::bigint`;

const columns = sql`
  j.id::text, j.name AS kind, ${situation} AS situacao, j.data->>'marketplace' AS marketplace,
  u.nome AS usuario_nome, coalesce(p.nome, 'Pedido #' || (j.data->>'ml_order_id')) AS assunto,
  j.retry_count + coalesce((j.output->>'tentativas')::int, 0) AS tentativas,
  CASE WHEN j.output IS NULL THEN NULL
    ELSE coalesce(j.output->>'mensagem', 'A tarefa foi interrompida antes de terminar') END AS mensagem,
  CASE WHEN j.state < 'active' AND j.start_after > now()
    THEN date_trunc('milliseconds', j.start_after)::text END AS proxima_tentativa,
  concat_ws('.', ${rank}, ${age}, j.id) AS cursor`;

const open = sql`
  pgboss.job j
  LEFT JOIN usuarios u ON u.id = (j.data->>'usuario_id')::uuid
  LEFT JOIN produtos p ON p.usuario_id = u.id AND p.id = (j.data->>'produto_id')::uuid
  WHERE j.state IN ('created', 'retry', 'active', 'failed')`;

/** The background jobs that are not done: first the dead, then those that fail, then the rest. */
export async function listJobs(db: Database, { cursor, limite }: PageInput): Promise<Page<AdminJob>> {
  if (!(await hasJobTables(db))) return { itens: [], proximo_cursor: null };
  const rows = await queryRows<JobRow>(
    db,
    sql`SELECT ${columns} FROM ${open} AND ${after(cursor)} ORDER BY ${rank}, ${age}, j.id LIMIT ${limite + 1}`,
  );
  const itens = rows.slice(0, limite);
  const last = itens.at(-1);
  return {
    itens: itens.map(toJob),
    proximo_cursor: rows.length > limite && last !== undefined ? last.cursor : null,
  };
}

export async function countJobs(db: Database): Promise<AdminJobCounts> {
  if (!(await hasJobTables(db))) return { total: 0, falharam: 0 };
  const [counts] = await queryRows<{ total: number; falharam: number }>(
    db,
    sql`SELECT count(*)::int AS total, count(*) FILTER (WHERE state = 'failed')::int AS falharam
        FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed')`,
  );
  return counts ?? { total: 0, falharam: 0 };
}

/** Puts a job that failed, or that waits for its next try, back into line at once, with all its tries anew. */
export async function retryJob(db: Database, id: string): Promise<AdminJob> {
  const known = isEntityId(id) && (await hasJobTables(db));
  const changed = known
    ? await queryRows(
        db,
        sql`UPDATE pgboss.job SET state = 'retry', start_after = now(), started_on = NULL, completed_on = NULL,
              retry_count = 0, output = (output || '{"falhas": 0, "tentativas": 0}') - 'espera',
              keep_until = greatest(keep_until, now() + interval '90 days')
            WHERE id = ${id}::uuid AND state IN ('failed', 'retry') RETURNING 1 AS um`,
      )
    : [];
  const [job] = known
    ? await queryRows<JobRow>(db, sql`SELECT ${columns} FROM ${open} AND j.id = ${id}::uuid`)
    : [];
  if (job === undefined) throw new AppError('not_found', 'Tarefa não encontrada');
  if (changed.length === 0) throw new AppError('conflict', 'A tarefa já está na fila');
  return toJob(job);
}

function after(cursor: string | undefined): SQL {
  if (cursor === undefined) return sql`true`;
  const [, state, moment, id] = /^([0-3])\.(-\d{1,18})\.(.{36})$/.exec(cursor) ?? [];
  if (state === undefined || moment === undefined || id === undefined || !isEntityId(id)) {
    throw new AppError('invalid', 'Cursor: valor inválido');
  }
  return sql`(${rank}, ${age}, j.id) > (${Number(state)}::int, ${moment}::bigint, ${id}::uuid)`;
}

function toJob({ kind, cursor: _cursor, proxima_tentativa, ...job }: JobRow): AdminJob {
  return {
    ...job,
    tarefa: JOB_LABELS[kind] ?? kind,
    proxima_tentativa: proxima_tentativa === null ? null : isoInstant(proxima_tentativa),
  };
}
