import type { Database } from '@esteira/db/database';
import { countWhere, NOW } from '@esteira/db/expressions';
import { users } from '@esteira/db/schema/accounts/users';
import { jobs, WAITING_SITUATIONS } from '@esteira/db/schema/platform/jobs';
import { products } from '@esteira/db/schema/products/products';
import { and, count, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';

/** Where a job stands in the list of open ones. */
export interface OpenJobPlace {
  rank: number;
  id: string;
}

/** What an admin has to do something about comes first. */
const rank = sql<number>`CASE ${jobs.situacao} WHEN 'falhou' THEN 0 WHEN 'em_andamento' THEN 2 WHEN 'na_fila' THEN 3 ELSE 1 END`;
const isWaiting = inArray(jobs.situacao, WAITING_SITUATIONS);

/** Jobs that are not done, with whom and what they are for. */
const selectOpenJobs = (db: Database) =>
  db
    .select({
      id: jobs.id,
      kind: jobs.tipo,
      situacao: jobs.situacao,
      marketplace: jobs.marketplace,
      usuario_nome: users.nome,
      assunto: sql<string | null>`coalesce(${products.nome}, 'Pedido #' || (${jobs.dados}->>'ml_order_id'))`,
      tentativas: sql<number>`${jobs.quedas} + ${jobs.tentativas}`,
      mensagem: jobs.mensagem,
      proxima_tentativa: sql<
        string | null
      >`CASE WHEN ${isWaiting} AND ${jobs.devida_em} > now() THEN ${jobs.devida_em} END`.mapWith(
        jobs.devida_em,
      ),
      rank,
    })
    .from(jobs)
    .leftJoin(users, eq(users.id, jobs.usuario_id))
    .leftJoin(
      products,
      and(
        eq(products.usuario_id, jobs.usuario_id),
        eq(products.id, sql`(${jobs.dados}->>'produto_id')::uuid`),
      ),
    );

export type OpenJob = Awaited<ReturnType<typeof selectOpenJobs>>[number];

/** The jobs that are not done: first the dead, then those that fail, then the rest; of each the newest first. */
export async function listOpenJobs(
  db: Database,
  { after, limit }: { after: OpenJobPlace | null; limit: number },
): Promise<OpenJob[]> {
  const isAfter =
    after === null ? undefined : or(gt(rank, after.rank), and(eq(rank, after.rank), lt(jobs.id, after.id)));
  return selectOpenJobs(db).where(isAfter).orderBy(rank, desc(jobs.id)).limit(limit);
}

/** How many jobs of a kind are in a situation, and for how many seconds the one has been due that waits longest. */
export async function readQueueDepth(db: Database) {
  const age = sql<number>`greatest(0, extract(epoch FROM now() - min(${jobs.devida_em})))::int`;
  const depths = await db
    .select({ kind: jobs.tipo, situacao: jobs.situacao, total: count(), age })
    .from(jobs)
    .groupBy(jobs.tipo, jobs.situacao);
  return depths.map((depth) => (depth.situacao === 'falhou' ? { ...depth, age: 0 } : depth));
}

export async function countOpenJobs(db: Database): Promise<{ total: number; falharam: number }> {
  const falharam = countWhere(eq(jobs.situacao, 'falhou'));
  const [counts] = await db.select({ total: count(), falharam }).from(jobs);
  return counts ?? { total: 0, falharam: 0 };
}

/** Back in line at once, with all its tries. */
const RESTARTED = {
  situacao: 'tentando',
  devida_em: NOW,
  na_fila_desde: NOW,
  quedas: 0,
  tentativas: 0,
  falhas: 0,
} as const;

/** Puts a job that failed or waits back into line at once, with all its tries. `job` is null for an unknown id. */
export async function restartJob(
  db: Database,
  id: string,
): Promise<{ job: OpenJob | null; isRestarted: boolean }> {
  const restarted = await db
    .update(jobs)
    .set(RESTARTED)
    .where(and(eq(jobs.id, id), inArray(jobs.situacao, ['falhou', 'tentando', 'aguardando'])))
    .returning({ id: jobs.id });
  const [job] = await selectOpenJobs(db).where(eq(jobs.id, id));
  return { job: job ?? null, isRestarted: restarted.length > 0 };
}

/** Puts at most so many of the jobs that failed back into line, with all their tries; answers how many of each kind. */
export async function restartFailed(db: Database, limit: number): Promise<Map<string, number>> {
  const failed = db.select({ id: jobs.id }).from(jobs).where(eq(jobs.situacao, 'falhou')).limit(limit);
  const restarted = await db
    .update(jobs)
    .set(RESTARTED)
    .where(and(inArray(jobs.id, failed), eq(jobs.situacao, 'falhou')))
    .returning({ kind: jobs.tipo });
  const counts = new Map<string, number>();
  for (const { kind } of restarted) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Deletes what failed thirty days ago, and what has waited for ninety, for example for a seller who does not connect again. */
export async function deleteOldJobs({ db }: { db: Database }): Promise<void> {
  const waiting = and(isWaiting, lt(jobs.na_fila_desde, sql`now() - interval '90 days'`));
  const failed = and(eq(jobs.situacao, 'falhou'), lt(jobs.devida_em, sql`now() - interval '30 days'`));
  await db.delete(jobs).where(or(waiting, failed));
}
