import {
  cancelInput,
  invoiceInput,
  markShippedInput,
  order,
  orderEvent,
  undoInput,
} from '@esteira/validators/order';
import {
  bulkResponse,
  bulkStepInput,
  bulkUndoInput,
  chosenOrders,
  orderChoiceInput,
} from '@esteira/validators/order-bulk';
import { labelsInput, labelsResponse } from '@esteira/validators/order-labels';
import { orderCounts, orderFilterInput, orderListInput } from '@esteira/validators/order-list';
import { saleResponse, simulateSaleInput } from '@esteira/validators/publication';
import { pageOf } from '@esteira/validators/wire/page';
import { idInput } from '@esteira/validators/wire/text';
import { z } from 'zod';
import { authedProcedure, router, subscribedProcedure } from '../../core/procedures';
import { takeBulkStep } from './bulk/service';
import { undoBulk } from './bulk/undo-orders';
import { cancelBySeller } from './cancelling/cancel';
import { listLabels } from './labels/list-labels';
import { chooseOrders } from './list/choice';
import { countOrders } from './list/counts';
import { listOrders } from './list/page';
import { getOrder, listOrderEvents } from './queries';
import { markShipped, moveOrder, payOrder, sendToSupplier } from './service';
import { submitInvoice } from './shipping/invoice';
import { simulateSale } from './simulated-sale';
import { undoStep } from './undo';

const step = authedProcedure.input(idInput).output(order);

export const ordersRouter = router({
  list: authedProcedure
    .meta({ isExpensive: true })
    .input(orderListInput)
    .output(pageOf(order))
    .query(({ ctx, input }) => listOrders(ctx.deps, ctx.user.id, input)),
  counts: authedProcedure
    .meta({ isExpensive: true })
    .input(orderFilterInput.prefault({}))
    .output(orderCounts)
    .query(({ ctx, input }) => countOrders(ctx.deps.db, ctx.user.id, input)),
  get: authedProcedure
    .input(idInput)
    .output(order)
    .query(({ ctx, input }) => getOrder(ctx.deps, ctx.user.id, input.id)),
  history: authedProcedure
    .input(idInput)
    .output(z.array(orderEvent))
    .query(({ ctx, input }) => listOrderEvents(ctx.deps, ctx.user.id, input.id)),
  approve: step.mutation(({ ctx, input }) =>
    moveOrder(ctx.deps, ctx.user.id, { id: input.id, action: 'approve' }),
  ),
  sendToSupplier: step
    .meta({ asksOutside: true })
    .mutation(({ ctx, input }) => sendToSupplier(ctx.deps, ctx.user.id, input.id)),
  pay: step.mutation(({ ctx, input }) => payOrder(ctx.deps, ctx.user.id, input.id)),
  markShipped: authedProcedure
    .input(markShippedInput)
    .output(order)
    .mutation(({ ctx, input: { id, ...envio } }) => markShipped(ctx.deps, ctx.user.id, { id, envio })),
  submitInvoice: authedProcedure
    .input(invoiceInput)
    .output(order)
    .mutation(({ ctx, input }) => submitInvoice(ctx.deps, ctx.user.id, input)),
  markDelivered: step.mutation(({ ctx, input }) =>
    moveOrder(ctx.deps, ctx.user.id, { id: input.id, action: 'markDelivered' }),
  ),
  undo: authedProcedure
    .input(undoInput)
    .output(order)
    .mutation(({ ctx, input }) => undoStep(ctx.deps, ctx.user.id, input)),
  choose: authedProcedure
    .meta({ isExpensive: true })
    .input(orderChoiceInput)
    .output(chosenOrders)
    .query(({ ctx, input }) => chooseOrders(ctx.deps.db, ctx.user.id, input)),
  bulk: authedProcedure
    .meta({ asksOutside: true })
    .input(bulkStepInput)
    .output(bulkResponse)
    .mutation(({ ctx, input }) => takeBulkStep(ctx.deps, ctx.user.id, input)),
  undoBulk: authedProcedure
    .input(bulkUndoInput)
    .output(bulkResponse)
    .mutation(({ ctx, input }) => undoBulk(ctx.deps, ctx.user.id, input)),
  labels: authedProcedure
    .input(labelsInput)
    .output(labelsResponse)
    .mutation(({ ctx, input }) => listLabels(ctx.deps, ctx.user.id, input)),
  cancel: authedProcedure
    .input(cancelInput)
    .output(order)
    .mutation(({ ctx, input }) => cancelBySeller(ctx.deps, ctx.user.id, input)),
});

/** Joined to the procedures of publication, beside whose buttons the sale is made. */
export const simulatedSaleRouter = router({
  simulateSale: subscribedProcedure
    .meta({ asksOutside: true })
    .input(simulateSaleInput)
    .output(saleResponse)
    .mutation(({ ctx, input }) => simulateSale(ctx.deps, ctx.user.id, input)),
});
