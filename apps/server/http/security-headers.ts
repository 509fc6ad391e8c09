import type { FastifyInstance } from 'fastify';

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

/** Nothing but our own files; product images may come from any address. */
const OWN_FILES = [
  "default-src 'self'",
  "img-src 'self' https: http: data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];
const CONTENT_SECURITY_POLICY = OWN_FILES.join('; ');

const SECURE_FIELDS = 'https://secure-fields.mercadopago.com';
const STATIC_FILES = 'https://http2.mlstatic.com';

/**
 * What the page of the checkout may load beside our own files where payments are real: Mercado Pago's script, and the
 * frames in which card data is typed (docs/decisions/0026-mercado-pago.md).
 */
export const CARD_FIELDS_POLICY = [
  ...OWN_FILES,
  `script-src 'self' https://sdk.mercadopago.com ${STATIC_FILES} https://www.mercadopago.com`,
  `connect-src 'self' https://api.mercadopago.com https://api-static.mercadopago.com ${SECURE_FIELDS} ${STATIC_FILES} https://api.mercadolibre.com`,
  // Beside the fields: the page of the payer's bank, whose address is not known beforehand.
  'frame-src https:',
  "style-src 'self' 'unsafe-inline'",
  `font-src 'self' ${STATIC_FILES}`,
].join('; ');

/** A constant table: helmet builds the same headers for each response, which costs half of the response. */
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

interface HeaderOptions {
  /** Users come by HTTPS, whatever the connection to this process is. */
  behindHttps?: boolean | undefined;
  /** HSTS_SUBDOMINIOS: other services of the same domain must be on HTTPS too. */
  hstsSubdomains?: boolean | undefined;
}

/** Security headers on every answer; HSTS only where the browser came by HTTPS. */
export function registerSecurityHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const hsts = `max-age=${YEAR_IN_SECONDS}${options.hstsSubdomains ? '; includeSubDomains' : ''}`;
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    if (options.behindHttps || request.protocol === 'https') reply.header('strict-transport-security', hsts);
    done();
  });
}
