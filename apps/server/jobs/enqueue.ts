import type { Database } from '@esteira/db/database';
import { NOW } from '@esteira/db/expressions';
import { IS_NEW_JOB, jobs, WAITING_SITUATIONS } from '@esteira/db/schema/platform/jobs';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { JOB_KINDS, jobKey } from '../core/job-kinds';
import { type JobQueue, toAccountKey } from '../core/job-queue';

/** The queue in the table `tarefas`. */
export const jobQueue: JobQueue = {
  send: async (db, kind, ...[given, { runAt = null } = {}]) => {
    const dados = JOB_KINDS[kind].data.parse(given);
    const { usuario_id, marketplace, conta_id } = dados;
    const devida_em = runAt?.toISOString() ?? NOW;
    // A job that it joins stays locked until the sender commits, so no worker begins it before it can see the change.
    await db
      .insert(jobs)
      .values({
        ...{
          tipo: kind,
          chave: jobKey(kind, dados, runAt),
          usuario_id,
          marketplace,
          conta_id,
          dados,
          devida_em,
        },
      })
      .onConflictDoUpdate({
        target: [jobs.tipo, jobs.chave],
        targetWhere: IS_NEW_JOB,
        set: { devida_em: sql`least(${jobs.devida_em}, excluded.devida_em)` },
      });
  },

  countWaiting: async (db, kind, accounts) => {
    const rows = await db
      .select({ conta: jobs.conta, total: count() })
      .from(jobs)
      .where(
        and(
          eq(jobs.tipo, kind),
          inArray(jobs.conta, accounts.map(toAccountKey)),
          inArray(jobs.situacao, WAITING_SITUATIONS),
        ),
      )
      .groupBy(jobs.conta);
    return new Map(rows.map(({ conta, total }) => [conta, total]));
  },
};

/**
 * Lets the jobs go on that waited for the seller to connect this account again: stocks two minutes later, because what was
 * sold meanwhile has to be read first. Belongs into the transaction that stores the connection.
 */
export async function releaseHeldJobs(
  db: Database,
  { usuarioId, marketplace, contaId }: { usuarioId: string; marketplace: Marketplace; contaId: number },
): Promise<void> {
  await db
    .update(jobs)
    .set({ devida_em: sql`now() + (${jobs.tipo} = 'stock-push')::int * interval '2 minutes'` })
    .where(
      and(
        eq(jobs.usuario_id, usuarioId),
        eq(jobs.marketplace, marketplace),
        eq(jobs.conta_id, contaId),
        eq(jobs.situacao, 'aguardando'),
      ),
    );
}
