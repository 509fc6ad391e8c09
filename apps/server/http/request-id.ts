import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/** Short enough to be read out to whoever looks it up in the log. */
const LENGTH = 13;

/**
 * Every request has an id of our own making, which no client can forge: each line of the log bears it as
 * `reqId`, the answer as `X-Request-Id`.
 */
export const requestIds = {
  genReqId: () => randomUUID().slice(0, LENGTH),
  requestIdHeader: false,
} satisfies FastifyServerOptions;

export function registerRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}
