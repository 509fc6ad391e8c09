import type { Database } from '@esteira/db/database';
import { jobs, WAITING_SITUATIONS } from '@esteira/db/schema/platform/jobs';
import { and, eq, exists, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { RetryDecision } from './retry-decision';
import type { TakenJob } from './take';

/** The job as it was taken; not any more when it expired and another worker has it. */
const isMine = ({ id, tomada_em }: TakenJob) => and(eq(jobs.id, id), eq(jobs.tomada_em, sql`${tomada_em}`));

export async function completeJob(db: Database, job: TakenJob): Promise<void> {
  await db.delete(jobs).where(isMine(job));
}

/** Writes down what becomes of a job that failed. */
export async function failJob(
  db: Database,
  job: TakenJob,
  { situacao, mensagem, tentativas, falhas, retryInSeconds }: RetryDecision,
): Promise<void> {
  if (situacao !== 'falhou') await deleteRepeated(db, job);
  await db
    .update(jobs)
    .set({
      situacao,
      mensagem,
      tentativas,
      falhas,
      tomada_em: null,
      devida_em: sql`now() + ${retryInSeconds}::float8 * interval '1 second'`,
    })
    .where(isMine(job));
}

/** Gives a job back that its server could not finish before it closed: it is due at once, and its tries stay as they were. */
export function giveBack(db: Database, job: TakenJob): Promise<void> {
  return failJob(db, job, { ...job, situacao: 'tentando', retryInSeconds: 0 });
}

/** One that would wait beside another of the same key ends quietly: the other will do the work. */
async function deleteRepeated(db: Database, job: TakenJob): Promise<void> {
  const other = alias(jobs, 'outra');
  const waiting = db
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.tipo, job.tipo),
        eq(other.conta, job.conta),
        eq(other.chave, job.chave),
        ne(other.id, job.id),
        inArray(other.situacao, WAITING_SITUATIONS),
      ),
    );
  await db.delete(jobs).where(and(isMine(job), exists(waiting)));
}
