import { postgresFailureOf } from '@esteira/db/postgres-errors';
import type { AppError } from './errors';

interface FailureLog {
  error(fields: object, message: string): void;
}

/** Logs what we failed at. Neither messages nor parameters of statements: they hold personal data. */
export function logFailure(log: FailureLog, failure: AppError): void {
  if (failure.status < 500) return;
  const { cause } = failure;
  log.error(
    { kind: failure.kind, postgres: postgresFailureOf(cause), stack: framesOf(cause) },
    'request failed',
  );
}

/** Where it was thrown: the frames of the innermost error, without its message. */
export function framesOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const inner = framesOf(error.cause);
  if (inner !== null) return inner;
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return [error.name, ...frames.slice(0, 8)].join('\n');
}
