import { payments } from '@esteira/db/schema/payments';
import { PaymentError } from '@esteira/payments/payment-error';
import { and, asc, eq, gt, lt } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { findPayment, type Payment, paymentColumns } from './attempt';
import { settlePayment } from './settlement';
import { withLease } from './turn';

const MINUTE = 60_000;

/** No request works on a payment for that long. */
const OVERDUE = 2 * MINUTE;
/** A charge that the gateway does not know after that long was never made. */
const ABANDONED = 60 * MINUTE;
const LOOKUP_TIMEOUT = 5_000;
const BATCH = 100;

/**
 * Finishes the payments that no request will finish: under review at the gateway, or left behind by a crash.
 * Meant to run every few minutes, on any number of instances. Returns how many it settled.
 */
export async function reconcilePayments(deps: Deps): Promise<number> {
  let settled = 0;
  let after: string | null = null;
  for (;;) {
    const batch: Payment[] = await overduePayments(deps, after);
    for (const payment of batch) {
      if (await reconciled(deps, payment)) settled += 1;
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return settled;
    after = last.id;
  }
}

function overduePayments({ db, clock }: Deps, after: string | null): Promise<Payment[]> {
  const overdueSince = new Date(clock().getTime() - OVERDUE).toISOString();
  return db
    .select(paymentColumns)
    .from(payments)
    .where(
      and(
        eq(payments.status, 'pendente'),
        lt(payments.data_pagamento, overdueSince),
        after === null ? undefined : gt(payments.id, after),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(BATCH);
}

/** One payment that cannot be settled now does not hold up the others: the next run tries it again. */
async function reconciled(deps: Deps, payment: Payment): Promise<boolean> {
  try {
    return await withLease(deps, payment.id, () => settleFromGateway(deps, payment));
  } catch (error) {
    if (error instanceof PaymentError || error instanceof AppError) return false;
    throw error;
  }
}

async function settleFromGateway(deps: Deps, seen: Payment): Promise<boolean> {
  const payment = await findPayment(deps.db, seen);
  if (payment.status !== 'pendente') return false;
  const ctx = { usuarioId: payment.usuario_id, signal: AbortSignal.timeout(LOOKUP_TIMEOUT) };
  const result = await deps.payments.lookup(ctx, { referencia: payment.id, id_externo: payment.id_externo });
  if (result !== null) return (await settlePayment(deps, payment, result)).status !== 'pendente';
  const age = deps.clock().getTime() - Date.parse(payment.data_pagamento);
  if (age < ABANDONED) return false;
  await settlePayment(deps, payment, { status: 'recusado', id_externo: null });
  return true;
}
