import type { Page } from '@esteira/validators/wire/page';
import { callTRPCProcedure } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../core/context';
import { createContext } from '../core/request-context';
import { appRouter, procedureTypeAt } from '../router';
import { sendList } from './list-response';
import { REST_ROUTES, type RestRoute } from './routes';

type Input = Record<string, unknown>;

/** Calls one procedure as this request's user. */
type Call = (input: Input) => Promise<unknown>;

/** Turns the table of routes into Fastify routes; every one is a call of its procedure. */
export function registerRestRoutes(app: FastifyInstance, deps: Deps): void {
  for (const route of REST_ROUTES) {
    const type = procedureTypeAt(route.procedure);
    app.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) => {
        const ctx = createContext(deps, request);
        const call: Call = (input) =>
          callTRPCProcedure({
            router: appRouter,
            path: route.procedure,
            type,
            ctx,
            getRawInput: async () => input,
            signal: undefined,
            batchIndex: 0,
          });
        return respond({ route, request, reply, call });
      },
    });
  }
}

interface Exchange {
  route: RestRoute;
  request: FastifyRequest;
  reply: FastifyReply;
  call: Call;
}

async function respond({ route, request, reply, call }: Exchange) {
  const input = toInput(route, request);
  if (route.list)
    return sendList({ request, reply, input, readPage: (page) => call(page) as Promise<Page<unknown>> });
  const result = await call(input);
  return route.status === 204 ? reply.code(204).send() : reply.code(route.status ?? 200).send(result);
}

/** Path parameters come last, so that a body cannot redirect a request. */
function toInput(route: RestRoute, request: FastifyRequest): Input {
  const sent = route.method === 'GET' ? request.query : request.body;
  const input: Input = typeof sent === 'object' && sent !== null ? { ...sent } : {};
  // A record that is sent back as it was read, with its id, sets no condition by the version it happens to bear.
  if ('id' in input) delete input['versao'];
  for (const [header, field] of Object.entries(route.headers ?? {})) {
    const value = request.headers[header];
    // Calls that charge compare their header with their field themselves.
    if (value !== undefined && header !== 'idempotency-key') input[field] = value;
  }
  return { ...input, ...route.fixedInput, ...(request.params as Record<string, string>) };
}
