import type { FastifyInstance } from 'fastify';
import { toAppError, toProblemBody } from '../core/errors';
import { logFailure } from '../core/telemetry/logging';

/** One error handler for everything but tRPC's own endpoint: below 500 tell, from 500 mask and log. */
export function registerErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = toAppError(error);
    logFailure(request.log, failure);
    if (failure.retryAfter !== null) reply.header('retry-after', failure.retryAfter);
    return reply.code(failure.status).send(toProblemBody(failure));
  });
}
