import { toDay } from '@esteira/domain/calendar';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../core/context';
import { createContext } from '../../../core/request-context';
import { getReceiptPayment } from './receipt';
import { renderReceipt } from './receipt-pdf';

/** GET /assinatura/pagamentos/{id}/recibo.pdf: the receipt of one of the seller's own payments. */
export function registerReceiptRoute(api: FastifyInstance, deps: Deps): void {
  api.get<{ Params: { id: string } }>(
    '/assinatura/pagamentos/:id/recibo.pdf',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const user = await createContext(deps, request).owner();
      const payment = await getReceiptPayment(deps.db, user.id, request.params.id);
      const pdf = await renderReceipt({ payment, payer: user, now: deps.clock() });
      const name = `recibo-${toDay(new Date(payment.data_pagamento))}.pdf`;
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(pdf);
    },
  );
}
