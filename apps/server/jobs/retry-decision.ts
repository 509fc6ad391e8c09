import { findPostgresFailure } from '@esteira/db/postgres/postgres-errors';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { JobTrace } from './statements/taking';

/** With half of the longest pause between two tries on average, this is about a day. */
const GIVE_UP_AFTER = 100;
/** A bug is not cured by waiting, but a database that was down is. */
const GIVE_UP_BUG_AFTER = 5;

const FIRST_PAUSE_SECONDS = 2;
const MAX_PAUSE_SECONDS = 30 * 60;
/** A job that waits for the seller checks this often whether it may run, where it was not released. */
const LOOK_AGAIN_SECONDS = 60 * 60;

/** What becomes of a job that failed: seconds until the next try, or never. */
export interface RetryDecision {
  trace: JobTrace;
  retryInSeconds: number | null;
}

export interface RetryOptions {
  now: Date;
  /** From 0 to 1, for the jitter. */
  random: () => number;
}

/** Full jitter, so that what failed together does not come again together; never before the moment that was named. */
export function decideRetry(
  previous: JobTrace | null,
  error: unknown,
  { now, random }: RetryOptions,
): RetryDecision {
  const tentativas = (previous?.tentativas ?? 0) + 1;
  const before = previous?.falhas ?? 0;
  const pause = random() * Math.min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(tentativas, 16));
  if (!(error instanceof AdapterError)) {
    const trace = { mensagem: toBugSentence(error), tentativas, falhas: before + 1 };
    return { trace, retryInSeconds: trace.falhas >= GIVE_UP_BUG_AFTER ? null : pause };
  }
  const mensagem = error.message;
  if (error.kind === 'reconnect_required') {
    return {
      trace: { mensagem, tentativas, falhas: before, espera: 'reconectar' },
      retryInSeconds: LOOK_AGAIN_SECONDS,
    };
  }
  const falhas = error.kind === 'rate_limited' ? before : before + 1;
  const wait = error.retryAt === null ? 0 : Math.max(0, (error.retryAt.getTime() - now.getTime()) / 1000);
  const isOver = !error.transient || falhas >= GIVE_UP_AFTER;
  return { trace: { mensagem, tentativas, falhas }, retryInSeconds: isOver ? null : wait + pause };
}

/** The error's own message may quote rows; its kind may not. */
function toBugSentence(error: unknown): string {
  const code = findPostgresFailure(error)?.code;
  if (code !== undefined) return `Erro inesperado do banco de dados (${code})`;
  return `Erro inesperado (${error instanceof Error ? error.name : typeof error})`;
}
