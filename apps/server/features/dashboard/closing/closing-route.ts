import { closingInput } from '@esteira/validators/dashboards/month-closing';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../core/context';
import { parseQuery } from '../../../core/parse-query';
import { createContext } from '../../../core/request-context';
import { getMonthClosing } from './closing';

/** GET /dashboard/fechamento.pdf: a month's closing as a document. */
export function registerClosingRoute(api: FastifyInstance, deps: Deps): void {
  api.get('/dashboard/fechamento.pdf', { exposeHeadRoute: false }, async (request, reply) => {
    const { seller } = await createContext(deps, request).shopWithin(['leitura']);
    const { mes } = parseQuery(closingInput, request.query);
    const closing = await getMonthClosing(deps, seller.id, mes);
    // Code that few days of a server need.
    const { renderClosing } = await import('./closing-pdf');
    const pdf = await renderClosing({ closing, seller: seller.nome, now: deps.clock() });
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="fechamento-${mes}.pdf"`)
      .send(pdf);
  });
}
