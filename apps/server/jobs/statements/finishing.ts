import { type Database, queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import type { JobTrace, TakenJob } from './taking';

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
