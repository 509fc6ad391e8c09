import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noteOnce, toCaller } from '../../../core/activity/record-activity';
import type { Deps } from '../../../core/context';
import { consumeOrRefuse, toNetwork } from '../../../core/limits/rate-limit';
import { renderPurchasePdf } from '../pdf';
import { createLook, PAGE_HEADERS, toGonePage, toShip, toSupplierPage } from './html';
import { type PageKey, pagePath, readPage } from './service';

/** Openings of pages from one network in a minute; a supplier looks at a few. */
export const MAX_OPENINGS_PER_MINUTE = 60;
/** What a PDF counts for: of 1,000 orders it takes more than a second. */
const OPENINGS_OF_A_PDF = 6;

interface PageRoute {
  Params: PageKey;
  Querystring: Record<string, unknown>;
}

/**
 * Shows a purchase list to its supplier, who has no account: whoever holds the unexpired signed address. The same
 * signature opens it as a PDF, which a page without a script cannot print. What is not there any more, or never was,
 * answers one and the same polite page. `webFolder` is that of the built web app.
 */
export function registerPurchasePageRoute(app: FastifyInstance, deps: Deps, webFolder?: string): void {
  const look = createLook(webFolder);
  const sendHtml = (reply: FastifyReply, html: string) =>
    reply.header('content-security-policy', look.policy).type('text/html; charset=utf-8').send(html);
  const sendGone = (reply: FastifyReply) => sendHtml(reply.code(410), toGonePage(look.style));

  app.get<PageRoute>('/compras/paginas/:usuarioId/:id', async (request, reply) => {
    const page = await open(deps, request);
    reply.headers(PAGE_HEADERS);
    return page === null ? sendGone(reply) : sendHtml(reply, toSupplierPage(page, look.style));
  });
  app.get<PageRoute>('/compras/paginas/:usuarioId/:id/pedido.pdf', async (request, reply) => {
    const page = await open(deps, request, OPENINGS_OF_A_PDF);
    reply.headers(PAGE_HEADERS);
    if (page === null) return sendGone(reply);
    const { seller, supplier } = page;
    const pdf = await renderPurchasePdf({ seller, supplier, orders: toShip(page), now: deps.clock() });
    return reply
      .type('application/pdf')
      .header('content-disposition', 'inline; filename="pedido-de-compra.pdf"')
      .send(pdf);
  });
}

async function open(deps: Deps, request: FastifyRequest<PageRoute>, count = 1) {
  const { ip, params, query } = request;
  const key = deps.digest(`abrir-pagina-fornecedor:${toNetwork(ip)}`);
  await consumeOrRefuse(deps, { key, max: MAX_OPENINGS_PER_MINUTE, windowMs: 60_000, count });
  if (!deps.supplierLinks.isValid(pagePath(params), query)) return null;
  const page = await readPage(deps, params);
  const { usuarioId, id: alvo } = params;
  const act = { ato: 'pagina_aberta', resultado: 'ok', usuarioId, autorId: null, alvo } as const;
  if (page !== null) await noteOnce(deps, toCaller(request), act);
  return page;
}
