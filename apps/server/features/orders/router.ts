import { saleResponse, simulateSaleInput } from '@esteira/validators/marketplaces/publication';
import {
  cancelInput,
  invoiceInput,
  liftAttentionInput,
  markShippedInput,
  order,
  orderEvent,
  undoInput,
} from '@esteira/validators/orders/order';
import {
  bulkResponse,
  bulkStepInput,
  bulkUndoInput,
  chosenOrders,
  orderChoiceInput,
} from '@esteira/validators/orders/order-bulk';
import { labelsInput, labelsResponse } from '@esteira/validators/orders/order-labels';
import { orderCounts, orderFilterInput, orderListInput } from '@esteira/validators/orders/order-list';
import { type Page, pageOf } from '@esteira/validators/wire/page';
import { idInput } from '@esteira/validators/wire/text';
import { z } from 'zod';
import {
  changeOrdersProcedure,
  readOrdersProcedure,
  router,
  sellProductsProcedure,
} from '../../core/procedures';
import { submitInvoice } from '../shipping/invoice';
import { listLabels } from '../shipping/labels/check-labels';
import { liftAttention } from './attention/lift';
import { takeBulkStep } from './bulk/service';
import { undoBulk } from './bulk/undo-orders';
import { cancelBySeller } from './cancel';
import { chooseOrders } from './list/choice';
import { countOrders } from './list/counts';
import { listOrders } from './list/page';
import { getOrder, listOrderEvents } from './queries';
import { markShipped, moveOrder, payOrder, sendToSupplier } from './service';
import { simulateSale } from './simulated-sale';
import { undoStep } from './take-back';

/** The answer is an order. */
const one = () => 1;

const named = (_answer: unknown, orders: number) => orders;

const step = changeOrdersProcedure.meta({ buyers: one }).input(idInput).output(order);

export const ordersRouter = router({
  list: readOrdersProcedure
    .meta({ isExpensive: true })
    .meta({ buyers: ({ itens }: Page<unknown>) => itens.length })
    .input(orderListInput)
    .output(pageOf(order))
    .query(({ ctx, input }) => listOrders(ctx.deps, ctx.seller.id, input)),
  counts: readOrdersProcedure
    .meta({ isExpensive: true })
    .input(orderFilterInput.prefault({}))
    .output(orderCounts)
    .query(({ ctx, input }) => countOrders(ctx.deps.db, ctx.seller.id, input)),
  get: readOrdersProcedure
    .meta({ buyers: one })
    .input(idInput)
    .output(order)
    .query(({ ctx, input }) => getOrder(ctx.deps, ctx.seller.id, input.id)),
  history: readOrdersProcedure
    .input(idInput)
    .output(z.array(orderEvent))
    .query(({ ctx, input }) => listOrderEvents(ctx.deps, ctx.seller.id, input.id)),
  approve: step.mutation(({ ctx, input }) =>
    moveOrder(ctx.deps, ctx.actor, { id: input.id, action: 'approve' }),
  ),
  sendToSupplier: step
    .meta({ asksOutside: true })
    .mutation(({ ctx, input }) => sendToSupplier(ctx.deps, ctx.actor, input.id)),
  pay: step.mutation(({ ctx, input }) => payOrder(ctx.deps, ctx.actor, input.id)),
  markShipped: changeOrdersProcedure
    .meta({ buyers: one })
    .input(markShippedInput)
    .output(order)
    .mutation(({ ctx, input: { id, ...envio } }) => markShipped(ctx.deps, ctx.actor, { id, envio })),
  submitInvoice: changeOrdersProcedure
    .meta({ buyers: one })
    .input(invoiceInput)
    .output(order)
    .mutation(async ({ ctx, input }) => {
      await submitInvoice(ctx.deps, ctx.seller.id, input);
      return getOrder(ctx.deps, ctx.seller.id, input.id);
    }),
  markDelivered: step.mutation(({ ctx, input }) =>
    moveOrder(ctx.deps, ctx.actor, { id: input.id, action: 'markDelivered' }),
  ),
  undo: changeOrdersProcedure
    .meta({ buyers: one })
    .input(undoInput)
    .output(order)
    .mutation(({ ctx, input }) => undoStep(ctx.deps, ctx.actor, input)),
  liftAttention: changeOrdersProcedure
    .meta({ buyers: one })
    .input(liftAttentionInput)
    .output(order)
    .mutation(({ ctx, input }) => liftAttention(ctx.deps, ctx.actor, input)),
  choose: readOrdersProcedure
    .meta({ isExpensive: true })
    .input(orderChoiceInput)
    .output(chosenOrders)
    .query(({ ctx, input }) => chooseOrders(ctx.deps.db, ctx.seller.id, input)),
  bulk: changeOrdersProcedure
    .meta({ asksOutside: true })
    .meta({ labels: { ids: 'Pedidos' } })
    .input(bulkStepInput)
    .output(bulkResponse)
    .mutation(({ ctx, input }) => takeBulkStep(ctx.deps, ctx.actor, input)),
  undoBulk: changeOrdersProcedure
    .meta({ labels: { ids: 'Pedidos' } })
    .input(bulkUndoInput)
    .output(bulkResponse)
    .mutation(({ ctx, input }) => undoBulk(ctx.deps, ctx.actor, input)),
  labels: changeOrdersProcedure
    .meta({ activity: 'etiquetas', buyers: named })
    .meta({ labels: { ids: 'Pedidos' } })
    .input(labelsInput)
    .output(labelsResponse)
    .mutation(({ ctx, input }) => listLabels(ctx.deps, ctx.seller.id, input)),
  cancel: changeOrdersProcedure
    .meta({ buyers: one })
    .input(cancelInput)
    .output(order)
    .mutation(({ ctx, input }) => cancelBySeller(ctx.deps, ctx.actor, input)),
});

/** Joined to the procedures of publication, beside whose buttons the sale is made. */
export const simulatedSaleRouter = router({
  simulateSale: sellProductsProcedure
    .meta({ asksOutside: true })
    .input(simulateSaleInput)
    .output(saleResponse)
    .mutation(({ ctx, input }) => simulateSale(ctx.deps, ctx.actor, input)),
});
