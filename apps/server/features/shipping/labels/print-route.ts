import { Readable } from 'node:stream';
import type { LabelsPerPage } from '@esteira/domain/orders/label-printing';
import { labelsInput, labelsPerPage } from '@esteira/validators/orders/order-labels';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import { createSellerSemaphore } from '../../../core/limits/semaphore';
import { parseQuery } from '../../../core/parse-query';
import { createContext } from '../../../core/request-context';
import { checkLabels } from './check-labels';
import { sendExpiredLabel, wantsPage } from './expired-label-page';
import { isValidTicket } from './print-ticket';

/** Documents that one seller may have in the making; each takes the time of a processor and some memory. */
const MAX_AT_ONCE = 2;
/** A client that reads more slowly than this gives its slot to another. */
const MAX_SENDING_MS = 3 * 60_000;

const ids = z
  .string()
  .transform((value) => value.split(',').filter((id) => id.trim() !== ''))
  .pipe(labelsInput.shape.ids);

const query = z.object({ ids, por_pagina: labelsPerPage });

const form = query.extend({
  ids: z.string(),
  usuario: z.string(),
  expira: z.string(),
  assinatura: z.string(),
});

interface Print {
  usuarioId: string;
  ids: readonly string[];
  perPage: LabelsPerPage;
}

/** The labels of many orders in one document: with a session, or from a form that holds a ticket. */
export function registerPrintRoutes(api: FastifyInstance, deps: Deps): void {
  const semaphore = createSellerSemaphore(
    MAX_AT_ONCE,
    'Muitas impressões ao mesmo tempo. Aguarde as anteriores terminarem.',
  );

  api.get('/pedidos/etiquetas.pdf', { exposeHeadRoute: false }, async (request, reply) => {
    const ctx = createContext(deps, request);
    const { seller } = await ctx.shopWithin(['pedidos']);
    const wanted = parseQuery(query, request.query, { ids: 'Pedidos' });
    await ctx.record({ ato: 'etiquetas', quantidade: wanted.ids.length });
    await ctx.countBuyersRead(wanted.ids.length);
    return send(reply, { usuarioId: seller.id, ids: wanted.ids, perPage: wanted.por_pagina });
  });

  api.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post('/etiquetas.pdf', async (request, reply) => {
      try {
        return await send(reply, readForm(deps, request.body));
      } catch (error) {
        if (!(error instanceof AppError) || !wantsPage(request.headers.accept)) throw error;
        return sendExpiredLabel(reply, error, null);
      }
    });
  });

  async function send(reply: FastifyReply, { usuarioId, ids, perPage }: Print) {
    const checked = await checkLabels(deps.db, usuarioId, ids);
    if (checked.ready.length === 0) {
      throw new AppError('conflict', 'Nenhum destes pedidos tem etiqueta para imprimir');
    }
    // A megabyte of code that many days of a server never need.
    const { printLabels } = await import('./print-labels');
    const giveBack = semaphore.take(usuarioId);
    const body = Readable.from(printLabels(deps.db, { usuarioId, checked, perPage }), { objectMode: false });
    const timer = setTimeout(() => body.destroy(), MAX_SENDING_MS).unref();
    // However it ends: sent, or given up by the client.
    body.once('close', () => {
      clearTimeout(timer);
      giveBack();
    });
    return reply
      .type('application/pdf')
      .headers({
        'content-disposition': 'inline; filename="etiquetas.pdf"',
        'cache-control': 'private, no-store',
        'x-etiquetas-prontas': checked.ready.length,
        'x-etiquetas-faltando': checked.missing.length,
      })
      .send(body);
  }
}

function readForm(deps: Deps, body: unknown): Print {
  const ticket = form.safeParse(body);
  if (!ticket.success || !isValidTicket(deps, ticket.data)) {
    throw new AppError('forbidden', 'O prazo para abrir estas etiquetas terminou. Imprima-as de novo.');
  }
  const { usuario, por_pagina, ...rest } = ticket.data;
  return { usuarioId: usuario, ids: rest.ids.split(','), perPage: por_pagina };
}
