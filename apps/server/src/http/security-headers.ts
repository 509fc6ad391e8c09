import type { FastifyInstance } from 'fastify';

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

/** Nothing but our own files; product images may come from any address. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' https: http: data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The same on every answer, so a table: helmet builds them anew for each one, at half the cost of the answer. */
const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** What an answer bears that was refused before any hook could run. */
export const REFUSAL_HEADERS = {
  ...SECURITY_HEADERS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Security headers on every answer; HSTS only where the browser came by HTTPS. */
export function registerSecurityHeaders(app: FastifyInstance, behindHttps: boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    if (behindHttps || request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${YEAR_IN_SECONDS}`);
    }
    done();
  });
}
