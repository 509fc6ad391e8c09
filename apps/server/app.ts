import cors from '@fastify/cors';
import { TRPCError } from '@trpc/server';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { type Deps, forHeavyWork } from './core/context';
import { AppError, toAppError, toProblemBody } from './core/errors';
import type { Refusable } from './core/request-context';
import { logFailure } from './core/telemetry/logging';
import { registerOwnDataRoute } from './features/account/own-data/route';
import { registerActivityExports } from './features/activity/activity-table';
import { registerPaymentExport } from './features/admin/payments/payment-table';
import { registerPaymentNotificationRoute } from './features/checkout/notification-route';
import { registerReceiptRoute } from './features/checkout/subscription/receipt-route';
import { registerOauthRoutes } from './features/connections/oauth-route';
import { registerClosingRoute } from './features/dashboard/closing/closing-route';
import { registerPeriodExports } from './features/dashboard/closing/period-table';
import { registerOrderExport } from './features/orders/order-table';
import { registerProductExport } from './features/products/export/product-table';
import { registerImportRoute } from './features/products/import/route';
import { listingSync } from './features/publication/listing-sync';
import { registerPurchasePageRoute } from './features/purchasing/page/route';
import { registerLabelRoute } from './features/shipping/labels/label-route';
import { registerPrintRoutes } from './features/shipping/labels/print-route';
import { type DropReason, registerWebhookRoute, toWebhookAddress } from './features/webhooks/route';
import { registerBodyTimeout, UPLOAD_TIMEOUT_MS } from './http/body-timeout';
import { earlyErrors } from './http/client-errors';
import { registerCompression } from './http/compression';
import { limitConnections } from './http/connection-limit';
import { registerHealth } from './http/health';
import { createReadiness, type Readiness } from './http/readiness';
import { registerRequestId, requestIds } from './http/request-id';
import { RequestLog } from './http/request-log';
import { CARD_FIELDS_POLICY, registerSecurityHeaders } from './http/security-headers';
import { registerSecurityTxt } from './http/security-txt';
import { registerStaticWeb } from './http/static-web';
import { registerTrpc } from './http/trpc-endpoint';
import { registerApiDocs } from './rest/openapi-routes';
import { registerRestRoutes } from './rest/plugin';
import { appRouter } from './router';
import type { Tracing } from './tracing/tracing';

const MEGABYTE = 1024 * 1024;
/** An address may name 500 orders, by ids of 36 characters. */
const MAX_HEADER_BYTES = 32 * 1024;

export interface AppOptions {
  logger?: FastifyServerOptions['logger'];
  trustProxy?: FastifyServerOptions['trustProxy'];
  /** Origins that may call the API from a browser. */
  corsOrigins?: readonly string[];
  /** Users come by HTTPS, whatever the connection to this process is. */
  behindHttps?: boolean;
  /** HSTS_SUBDOMINIOS: browsers are told to reach subdomains by HTTPS only, too. */
  hstsSubdomains?: boolean | undefined;
  /** SEGURANCA_CONTATO: where weaknesses are reported. */
  securityContact?: string | null;
  /** Called for every response, for the metrics. */
  onResponse?: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined;
  /** Called for every notification that is dropped, for the metrics. */
  onDroppedNotification?: ((reason: DropReason) => void) | undefined;
  /** Closed before the server is, so that `/ready` tells of it; absent: the server is ready until its end. */
  readiness?: Readiness;
  /** Records requests as traces; absent: tracing is off. */
  tracing?: Pick<Tracing, 'watch'> | undefined;
  /** Folder of the built web app; without it only the API is served. */
  webFolder?: string;
}

/** The whole HTTP application; it opens no port and reads no environment. */
export async function buildApp(deps: Deps, options: AppOptions = {}) {
  const app = Fastify({
    ...earlyErrors,
    ...requestIds,
    logger: options.logger ?? false,
    logController: new RequestLog(),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: MEGABYTE,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    // While closing, what still arrives on open connections is served.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    rewriteUrl: ({ url = '/' }) => toWebhookAddress(url),
  });
  options.tracing?.watch(app);
  registerErrorHandling(app);
  registerRequestId(app);
  const { onResponse } = options;
  if (onResponse) app.addHook('onResponse', async (request, reply) => onResponse(request, reply));
  registerBodyTimeout(app);
  if (!options.trustProxy) limitConnections(app);
  // Only JSON is read, and where files are taken, multipart.
  app.removeContentTypeParser('text/plain');
  app.addHook('preClose', async () => {
    // Open streams would keep the server from closing.
    deps.changes.close();
  });
  registerSecurityHeaders(app, options);
  await registerCors(app, options.corsOrigins ?? []);
  const readiness = options.readiness ?? createReadiness();
  await app.register((api) => registerApi(api, deps, { ...options, readiness }), { prefix: '/api' });
  await registerTrpc(app, deps, appRouter);
  await registerOauthRoutes(app, deps);
  registerSecurityTxt(app, deps, { contact: options.securityContact ?? null });
  registerWebhookRoute(app, deps, options.onDroppedNotification);
  registerPaymentNotificationRoute(app, deps);
  if (options.webFolder === undefined) app.setNotFoundHandler(notFound);
  else await registerStaticWeb(app, options.webFolder, (path) => cardFieldsPolicy(deps, path));
  return app;
}

async function registerApi(
  api: FastifyInstance,
  deps: Deps,
  { readiness, webFolder }: { readiness: Readiness; webFolder?: string },
): Promise<void> {
  api.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  await registerCompression(api);
  registerJsonBody(api);
  registerHealth(api, deps, readiness);
  registerRestRoutes(api, deps);
  registerLabelRoute(api, deps);
  registerReceiptRoute(api, deps);
  registerPurchasePageRoute(api, deps, webFolder);
  registerFiles(api, forHeavyWork(deps));
  await registerApiDocs(api);
  api.setNotFoundHandler(notFound);
}

/** Long files, in both directions. */
function registerFiles(api: FastifyInstance, deps: Deps): void {
  registerPrintRoutes(api, deps);
  registerImportRoute(api, deps, listingSync);
  registerProductExport(api, deps);
  registerOrderExport(api, deps);
  registerPaymentExport(api, deps);
  registerActivityExports(api, deps);
  registerPeriodExports(api, deps);
  registerClosingRoute(api, deps);
  registerOwnDataRoute(api, deps);
}

/** Mercado Pago's script may run on the checkout's page alone, and only where payments are real. */
function cardFieldsPolicy({ payments }: Deps, path: string): string | null {
  return payments.modo === 'mercadopago' && path.startsWith('/checkout/') ? CARD_FIELDS_POLICY : null;
}

function notFound(): never {
  throw new AppError('not_found', 'Recurso não encontrado');
}

/** Lets the named origins call the API from a browser; without any, no CORS header is ever sent. */
async function registerCors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match'],
    exposedHeaders: ['link', 'retry-after', 'content-disposition', 'x-request-id'],
    maxAge: 600,
  });
}

/** One error handler for everything but tRPC's own endpoint: below 500 tell, from 500 mask and log. */
function registerErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    const failure = toAppError(error);
    logFailure(request.log, failure);
    // Procedures have recorded theirs.
    if (failure.kind === 'forbidden' && !(error instanceof TRPCError))
      await (request as Refusable).noteRefusal?.(request.routeOptions.url);
    if (failure.retryAfter !== null) reply.header('retry-after', failure.retryAfter);
    return reply.code(failure.status).send(toProblemBody(failure));
  });
}

/** JSON bodies; an empty one counts as none, because many clients announce JSON on calls without a body. */
function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}
