import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { buildOpenApi } from './openapi';

/** The page writes styles into its elements and shows images from data addresses; the app's own policy forbids both. */
const DOCS_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Built for the first application of a process: only code decides what it says. */
let document: ReturnType<typeof buildOpenApi> | undefined;

/** `GET /openapi.json` and the page under `/docs`. */
export async function registerApiDocs(api: FastifyInstance): Promise<void> {
  document ??= buildOpenApi();
  const text = JSON.stringify(document);
  api.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  await api.register(swagger, {
    mode: 'static',
    specification: { document } as unknown as StaticDocumentSpec,
  });
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: '/api',
    staticCSP: DOCS_POLICY,
    theme: { title: 'API da Esteira' },
    uiConfig: { docExpansion: 'list', layout: 'BaseLayout' },
  });
}
