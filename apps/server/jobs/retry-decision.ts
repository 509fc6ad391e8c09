import { findPostgresFailure } from '@esteira/db/postgres/postgres-errors';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { TakenJob } from './take';

/** With half of the longest pause between two tries on average, this is about a day. */
const GIVE_UP_AFTER = 100;
/** A bug is not cured by waiting, but a database that was down is. */
const GIVE_UP_BUG_AFTER = 5;

const FIRST_PAUSE_SECONDS = 2;
const MAX_PAUSE_SECONDS = 30 * 60;
/** A job that waits for the seller checks this often whether it may run, where it was not released. */
const LOOK_AGAIN_SECONDS = 60 * 60;

/** What becomes of a job that failed: columns of its row, and the seconds until the next try where there is one. */
export interface RetryDecision extends Pick<TakenJob, 'mensagem' | 'tentativas' | 'falhas'> {
  situacao: 'tentando' | 'aguardando' | 'falhou';
  retryInSeconds: number;
}

export interface RetryOptions {
  now: Date;
  /** From 0 to 1, for the jitter. */
  random: () => number;
}

/** Full jitter, so that what failed together does not come again together; never before the moment that was named. */
export function decideRetry(
  { tentativas: before, falhas }: Pick<TakenJob, 'tentativas' | 'falhas'>,
  error: unknown,
  { now, random }: RetryOptions,
): RetryDecision {
  const tentativas = before + 1;
  const pause = random() * Math.min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(tentativas, 16));
  const decide = (mensagem: string, counted: number, retryInSeconds: number | null): RetryDecision => ({
    situacao: retryInSeconds === null ? 'falhou' : 'tentando',
    mensagem,
    tentativas,
    falhas: counted,
    retryInSeconds: retryInSeconds ?? 0,
  });
  if (!(error instanceof AdapterError)) {
    return decide(toBugSentence(error), falhas + 1, falhas + 1 >= GIVE_UP_BUG_AFTER ? null : pause);
  }
  if (error.kind === 'reconnect_required') {
    return { ...decide(error.message, falhas, LOOK_AGAIN_SECONDS), situacao: 'aguardando' };
  }
  const counted = error.kind === 'rate_limited' ? falhas : falhas + 1;
  const wait = error.retryAt === null ? 0 : Math.max(0, (error.retryAt.getTime() - now.getTime()) / 1000);
  const isOver = !error.transient || counted >= GIVE_UP_AFTER;
  return decide(error.message, counted, isOver ? null : wait + pause);
}

/** The error's own message may quote rows; its kind may not. */
function toBugSentence(error: unknown): string {
  const code = findPostgresFailure(error)?.code;
  if (code !== undefined) return `Erro inesperado do banco de dados (${code})`;
  return `Erro inesperado (${error instanceof Error ? error.name : typeof error})`;
}
