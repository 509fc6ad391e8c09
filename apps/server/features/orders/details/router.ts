import {
  addNoteInput,
  buyerOrders,
  orderDetails,
  orderNote,
  removeNoteInput,
} from '@esteira/validators/orders/order-details';
import { idInput } from '@esteira/validators/wire/text';
import { changeOrdersProcedure, readOrdersProcedure, router } from '../../../core/procedures';
import { listOrdersOfBuyer } from './buyer';
import { addNote, removeNote } from './notes';
import { getOrderDetails } from './service';

/** What the page of one order needs; joined to the procedures of orders. */
export const orderDetailsRouter = router({
  details: readOrdersProcedure
    .meta({ buyers: () => 1 })
    .input(idInput)
    .output(orderDetails)
    .query(({ ctx, input }) => getOrderDetails(ctx.deps, ctx.seller.id, input.id)),
  ofSameBuyer: readOrdersProcedure
    .meta({ isExpensive: true })
    .input(idInput)
    .output(buyerOrders)
    .query(({ ctx, input }) => listOrdersOfBuyer(ctx.deps.db, ctx.seller.id, input.id)),
  addNote: changeOrdersProcedure
    .input(addNoteInput)
    .output(orderNote)
    .mutation(({ ctx, input }) => addNote(ctx.deps.db, ctx.actor, input)),
  removeNote: changeOrdersProcedure
    .input(removeNoteInput)
    .mutation(({ ctx, input }) => removeNote(ctx.deps.db, ctx.actor, input)),
});
