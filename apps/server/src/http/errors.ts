import type { FastifyInstance } from 'fastify';
import { appErrorOf, problemOf } from '../core/errors';
import { logFailure } from '../core/logging';

/** One error handler for everything but tRPC's own endpoint: below 500 tell, from 500 mask and log. */
export function registerErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = appErrorOf(error);
    logFailure(request.log, failure);
    if (failure.retryAfter !== null) reply.header('retry-after', failure.retryAfter);
    return reply.code(failure.status).send(problemOf(failure));
  });
}
