import type { FastifyServerOptions } from 'fastify';

/**
 * Whom `X-Forwarded-*` headers are believed from: a number means that many proxies stand in front, counted from
 * this server outwards, so that what a client wrote further left is never believed.
 */
export function trustedProxies(setting: false | number | string[]): FastifyServerOptions['trustProxy'] {
  if (typeof setting !== 'number') return setting;
  return (_address, hop) => hop < setting;
}
