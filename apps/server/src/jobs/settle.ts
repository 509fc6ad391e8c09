import { type Database, queryRows } from '@esteira/db/database';
import { postgresFailureOf } from '@esteira/db/postgres-errors';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { sql } from 'drizzle-orm';
import type { JobKind } from '../core/job-kinds';

/** A job that was taken up. */
export interface TakenJob {
  id: string;
  kind: JobKind;
  chave: string | null;
  /** What its last try left behind; null on the first one, and after a crash. */
  anterior: JobTrace | null;
}

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

/** With half of the longest pause between two tries on average, this is about a day. */
const GIVE_UP_AFTER = 100;
/** A bug is not cured by waiting, but a database that was down is. */
const GIVE_UP_BUG_AFTER = 5;

const FIRST_PAUSE = 2;
const LONGEST_PAUSE = 30 * 60;
/** A job that waits for the seller looks by itself this often (seconds), should nobody have released it. */
const LOOK_AGAIN = 60 * 60;

export async function completeJob(db: Database, { id, kind }: TakenJob): Promise<void> {
  await queryRows(
    db,
    sql`UPDATE pgboss.job SET state = 'completed', completed_on = now(), output = NULL
        WHERE name = ${kind}::text AND id = ${id}::uuid AND state = 'active'`,
  );
}

/** What becomes of a job that failed: seconds until the next try, or never. */
export type Verdict = { trace: JobTrace; retryIn: number | null };

export interface JudgeOptions {
  now: Date;
  /** From 0 to 1, for the jitter. */
  random: () => number;
}

/** Full jitter (marketplaces.md §0.3), and never before the moment that the marketplace named. */
export function judgeFailure(job: TakenJob, error: unknown, { now, random }: JudgeOptions): Verdict {
  const tentativas = (job.anterior?.tentativas ?? 0) + 1;
  const before = job.anterior?.falhas ?? 0;
  const pause = random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(tentativas, 16));
  if (!(error instanceof AdapterError)) {
    const trace = { mensagem: bugSentence(error), tentativas, falhas: before + 1 };
    return { trace, retryIn: trace.falhas >= GIVE_UP_BUG_AFTER ? null : pause };
  }
  const mensagem = error.message;
  if (error.kind === 'reconnect_required') {
    return { trace: { mensagem, tentativas, falhas: before, espera: 'reconectar' }, retryIn: LOOK_AGAIN };
  }
  const falhas = error.kind === 'rate_limited' ? before : before + 1;
  const wait = error.tentarEm === null ? 0 : Math.max(0, (error.tentarEm.getTime() - now.getTime()) / 1000);
  const isOver = !error.transient || falhas >= GIVE_UP_AFTER;
  return { trace: { mensagem, tentativas, falhas }, retryIn: isOver ? null : wait + pause };
}

/** The error's own message may quote rows; its kind may not. */
function bugSentence(error: unknown): string {
  const code = postgresFailureOf(error)?.code;
  if (code !== undefined) return `Erro inesperado do banco de dados (${code})`;
  return `Erro inesperado (${error instanceof Error ? error.name : typeof error})`;
}

/**
 * Puts a failed job back into line or ends it. One that would wait beside another of the same key ends quietly: the
 * other will do the work. `started_on` is cleared, because pg-boss counts tries by it and is to count only crashes.
 */
export async function failJob(db: Database, job: TakenJob, { trace, retryIn }: Verdict): Promise<void> {
  const output = sql`${JSON.stringify(trace)}::jsonb`;
  const mine = sql`name = ${job.kind}::text AND id = ${job.id}::uuid AND state = 'active'`;
  const isRepeated = sql`EXISTS (SELECT 1 FROM pgboss.job outra WHERE outra.name = ${job.kind}::text
    AND outra.state IN ('created', 'retry') AND outra.singleton_key = ${job.chave}::text
    AND outra.id <> ${job.id}::uuid)`;
  const change =
    retryIn === null
      ? sql`state = 'failed', completed_on = now()`
      : sql`state = CASE WHEN ${isRepeated} THEN 'completed' ELSE 'retry' END::pgboss.job_state,
          completed_on = CASE WHEN ${isRepeated} THEN now() END,
          start_after = now() + ${retryIn}::float8 * interval '1 second', started_on = NULL`;
  await queryRows(db, sql`UPDATE pgboss.job SET ${change}, output = ${output} WHERE ${mine}`);
}
