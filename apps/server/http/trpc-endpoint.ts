import type { AnyRouter } from '@trpc/server';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../core/context';
import { type AppError, toAppError, toProblemBody } from '../core/errors';
import { createContext } from '../core/request-context';
import { logFailure } from '../core/telemetry/logging';
import { registerCompression } from './compression';
import { registerPlainCalls } from './plain-calls';

const JSON_TYPE = 'application/json; charset=utf-8';

/** More than any screen asks for at once; each call in a batch costs as much as a request of its own. */
const MAX_BATCH = 20;

interface AdapterCall {
  req: FastifyRequest;
  res: FastifyReply;
  info: { calls: readonly unknown[] };
}

/** tRPC under `/trpc`, in a scope of its own: the adapter swaps the JSON parser of its scope. */
export async function registerTrpc(app: FastifyInstance, deps: Deps, router: AnyRouter): Promise<void> {
  await app.register(async (scope) => {
    answerInEnvelopes(scope);
    await registerCompression(scope);
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    // Requests that tRPC refuses as a whole leave without a type of their own, and count as text.
    scope.addHook('onSend', async (_request, _reply, payload) => {
      if (payload instanceof Response && payload.headers.get('content-type')?.startsWith('text/plain')) {
        payload.headers.set('content-type', JSON_TYPE);
      }
    });
    registerPlainCalls(scope, {
      router,
      maxBatchSize: MAX_BATCH,
      createContext: (request, reply, calls) => createContext(deps, request, { reply, calls }),
      onError: (error, request) => logFailure(request.log, toAppError(error)),
      headersOf: retryHeaders,
    });
    await scope.register(fastifyTRPCPlugin, {
      prefix: '/trpc',
      trpcOptions: {
        router,
        maxBatchSize: MAX_BATCH,
        createContext: ({ req, res, info }: AdapterCall) =>
          createContext(deps, req, { reply: res, calls: info.calls.length }),
        onError: ({ error, req }: { error: unknown; req?: FastifyRequest }) =>
          logFailure(req?.log ?? app.log, toAppError(error)),
        responseMeta: ({ errors }: { errors: readonly unknown[] }) => ({
          headers: new Headers(retryHeaders(errors)),
        }),
      },
    });
  });
}

/** The calls of a batch share one answer: it says when all of them make sense again. */
function retryHeaders(errors: readonly unknown[]): Record<string, string> {
  const seconds = Math.max(0, ...errors.map((error) => toAppError(error).retryAfter ?? 0));
  return seconds === 0 ? {} : { 'retry-after': String(seconds) };
}

/** What fails before tRPC sees it (size, media type) leaves in tRPC's envelope too, where its clients look. */
function answerInEnvelopes(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => {
    const failure = toAppError(error);
    logFailure(request.log, failure);
    if (failure.retryAfter !== null) reply.header('retry-after', failure.retryAfter);
    return reply.code(failure.status).send({ error: toEnvelope(failure) });
  });
}

function toEnvelope(failure: AppError) {
  const { code, status, message } = failure;
  return {
    message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { code, httpStatus: status, ...toProblemBody(failure) },
  };
}
