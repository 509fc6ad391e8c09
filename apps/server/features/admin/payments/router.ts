import { user } from '@esteira/validators/accounts/account';
import {
  adminPayment,
  adminPaymentsInput,
  paymentAlerts,
  refundInput,
} from '@esteira/validators/administration/admin';
import { extendPlanInput } from '@esteira/validators/administration/admin-user-acts';
import { pageOf } from '@esteira/validators/wire/page';
import { adminProcedure, router } from '../../../core/procedures';
import { toAdmin } from '../admin-acts';
import { extendPlan } from './extension';
import { findPaymentAlerts } from './payment-alerts';
import { listPayments } from './payment-list';
import { refundPayment } from './refund';

export const adminPaymentsRouter = router({
  payments: adminProcedure
    .input(adminPaymentsInput)
    .output(pageOf(adminPayment))
    .query(({ ctx, input }) => listPayments(ctx.deps.db, input)),
  paymentAlerts: adminProcedure.output(paymentAlerts).query(({ ctx }) => findPaymentAlerts(ctx.deps)),
  refund: adminProcedure
    .meta({ asksOutside: true })
    .input(refundInput)
    .output(adminPayment)
    .mutation(({ ctx, input }) => refundPayment(ctx.deps, toAdmin(ctx), input)),
  extendPlan: adminProcedure
    .input(extendPlanInput)
    .output(user)
    .mutation(({ ctx, input }) => extendPlan(ctx.deps, toAdmin(ctx), input)),
});
