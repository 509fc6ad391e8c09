import { postgresFailureOf } from '@esteira/db/postgres-errors';
import type { FastifyInstance } from 'fastify';
import { type AppError, appErrorOf, problemOf } from '../core/errors';

/** One error handler for everything but tRPC's own endpoint: below 500 tell, from 500 mask and log. */
export function registerErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = appErrorOf(error);
    logFailure(request.log, failure);
    if (failure.retryAfter !== null) reply.header('retry-after', failure.retryAfter);
    return reply.code(failure.status).send(problemOf(failure));
  });
}

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
