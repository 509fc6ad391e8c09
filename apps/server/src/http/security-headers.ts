import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

/** Nothing but our own files; product images may come from any address (spec §5: image URL). */
const CONTENT_SECURITY_POLICY = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'https:', 'http:', 'data:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** What an answer bears that was refused before it reached a route, where helmet does not run. */
export const REFUSAL_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Security headers on every answer; HSTS only where the browser came by HTTPS (decisions §3). */
export async function registerSecurityHeaders(app: FastifyInstance, behindHttps: boolean): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (behindHttps || request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${YEAR_IN_SECONDS}`);
    }
  });
}
