import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyServerOptions } from 'fastify';
import { bearerToken, type Context, type Deps } from './core/context';
import { AppError, appErrorOf } from './core/errors';
import { logFailure, registerErrorHandling } from './http/errors';
import { registerJsonBody } from './http/json-body';
import { registerLabelRoute } from './features/orders/label-route';
import { registerRestRoutes } from './rest/plugin';
import { appRouter } from './router';

const MEGABYTE = 1024 * 1024;

export interface AppOptions {
  logger?: FastifyServerOptions['logger'];
  trustProxy?: FastifyServerOptions['trustProxy'];
}

/** The whole HTTP application; it opens no port and reads no environment. */
export async function buildApp(deps: Deps, options: AppOptions = {}) {
  const app = Fastify({
    logger: options.logger ?? false,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: MEGABYTE,
    routerOptions: { maxParamLength: 500 },
  });
  registerErrorHandling(app);
  await app.register(
    async (api) => {
      registerJsonBody(api);
      registerRestRoutes(api, deps);
      registerLabelRoute(api, deps);
      api.setNotFoundHandler(notFound);
    },
    { prefix: '/api' },
  );
  // In a scope of its own and without fastify-plugin: the adapter swaps the JSON parser of its scope.
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: {
      router: appRouter,
      createContext: ({ req }: { req: { headers: { authorization?: string }; ip: string } }): Context => ({
        deps,
        token: bearerToken(req.headers.authorization),
        ip: req.ip,
      }),
      onError: ({ error }: { error: unknown }) => logFailure(app.log, appErrorOf(error)),
    },
  });
  return app;
}

function notFound(): never {
  throw new AppError('not_found', 'Recurso não encontrado');
}
