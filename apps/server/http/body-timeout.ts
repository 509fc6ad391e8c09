import type { FastifyInstance } from 'fastify';
import { onClientError } from './client-errors';

/** A body has to arrive within this; a route's `config.bodyTimeoutMs` says otherwise. */
const BODY_TIMEOUT_MS = 30_000;

/** For routes that take files over slow lines; nothing takes longer, whatever its route says. */
export const UPLOAD_TIMEOUT_MS = 10 * 60_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyTimeoutMs?: number;
  }
}

/** Gives up requests whose body drips: they are answered with 408, and their connection is closed. */
export function registerBodyTimeout(app: FastifyInstance, timeoutMs = BODY_TIMEOUT_MS): void {
  app.addHook('onRequest', async ({ raw, headers, routeOptions }) => {
    const isBodyless =
      headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
    if (isBodyless) return;
    const timer = setTimeout(() => {
      const late = new Error('the body took too long');
      if (raw.complete !== false) return;
      onClientError(Object.assign(late, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket);
    }, routeOptions.config.bodyTimeoutMs ?? timeoutMs);
    timer.unref();
    for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(timer));
  });
}
