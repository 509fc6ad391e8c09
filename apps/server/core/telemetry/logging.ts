import { findPostgresFailure } from '@esteira/db/postgres/postgres-errors';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { AppError } from '../errors';

interface FailureLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Logs what we failed at, and what a marketplace did. Neither messages nor parameters of statements: they hold
 * personal data.
 */
export function logFailure(log: FailureLog, failure: AppError): void {
  const { cause, kind } = failure;
  if (cause instanceof AdapterError) log.warn(adapterFields(cause), 'a marketplace failed');
  else if (failure.status >= 500) log.error({ kind, ...causeFields(cause) }, 'request failed');
}

/** Logs what failed in the background: `work` names the kind of job, the relay or the chore. */
export function logWorkFailure(log: FailureLog, error: unknown, work: object): void {
  if (error instanceof AdapterError) log.warn({ ...work, ...adapterFields(error) }, 'a marketplace failed');
  else log.error({ ...work, ...causeFields(error) }, 'background work failed');
}

/** Which kind of failure of a marketplace it was, and its cause, which adapters word without personal data. */
function adapterFields(error: AdapterError): object {
  const { kind, operation, retryAt } = error;
  return { kind, operation, reason: toReason(error), retryAt };
}

/** Why a call outside failed: what its adapter says without personal data, or the code of the cause. */
export function toReason(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { cause } = error;
  return typeof cause === 'string' ? cause : findCode(cause);
}

/** What an error was, for the log: codes and places, no values. */
export function causeFields(error: unknown): object {
  return { code: findCode(error), postgres: findPostgresFailure(error), stack: listFrames(error) };
}

/** The code of the innermost error that has one: ECONNREFUSED, 57014, UND_ERR_HEADERS_TIMEOUT; or its name. */
function findCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const inner = findCode(error.cause);
  if (inner !== null) return inner;
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

/** Where it was thrown: the frames of the innermost error, without its message. */
export function listFrames(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const inner = listFrames(error.cause);
  if (inner !== null) return inner;
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return [error.name, ...frames.slice(0, 8)].join('\n');
}
