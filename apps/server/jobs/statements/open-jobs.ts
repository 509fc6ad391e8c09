import { type Database, queryRows } from '@esteira/db/database';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { sql } from 'drizzle-orm';
import type { JobKind } from '../../core/job-kinds';
import { hasJobTables } from './tables';

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

/** Puts a job that failed or waits back into line at once, with all its tries. `job` is null for an unknown id. */
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
