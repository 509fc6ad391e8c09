import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../core/context';
import { consumeAttempt, rateLimited, toNetwork } from '../../../core/limits/rate-limit';
import { PAGE_HEADERS, toGonePage, toSupplierPage } from './html';
import { type PageKey, pagePath, readPage } from './service';

/** Openings of pages from one network in a minute; a supplier looks at a few. */
export const MAX_OPENINGS_PER_MINUTE = 60;

/**
 * Shows a purchase list to its supplier, who has no account: whoever holds the unexpired signed address. What is not
 * there any more, or never was, answers one and the same polite page.
 */
export function registerPurchasePageRoute(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: PageKey; Querystring: Record<string, unknown> }>(
    '/compras/paginas/:usuarioId/:id',
    async (request, reply) => {
      const key = deps.digest(`abrir-pagina-fornecedor:${toNetwork(request.ip)}`);
      const wait = await consumeAttempt(deps, { key, max: MAX_OPENINGS_PER_MINUTE, windowMs: 60_000 });
      if (wait !== null) throw rateLimited(wait);
      const isSigned = deps.supplierLinks.isValid(pagePath(request.params), request.query);
      const page = isSigned ? await readPage(deps, request.params) : null;
      reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8');
      if (page === null) return reply.code(410).send(toGonePage());
      return reply.send(toSupplierPage(page));
    },
  );
}
