import { payments } from '@esteira/db/schema/billing/payments';
import { MINUTE_MS } from '@esteira/domain/durations';
import { PaymentError, type PaymentErrorKind } from '@esteira/payments/payment-error';
import type { LookupResult } from '@esteira/payments/port';
import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { recordPaymentResult } from './payment-result';
import { findPayment, type Payment, paymentColumns, toChargeRef, withPaymentLease } from './payments';

/** No request works on a payment for that long. */
const OVERDUE_MS = 2 * MINUTE_MS;
/** A charge that the gateway does not know after that long was never made. */
const ABANDONED_MS = 60 * MINUTE_MS;
const LOOKUP_TIMEOUT_MS = 5_000;
const BATCH_SIZE = 100;

/**
 * Finishes the payments that no request will finish: under review at the gateway, or left behind by a crash.
 * Meant to run every few minutes, on any number of instances. Returns how many it finished.
 */
export async function reconcilePayments(deps: Deps): Promise<number> {
  let finished = 0;
  let after: string | null = null;
  for (;;) {
    const batch: Payment[] = await overduePayments(deps, after);
    for (const payment of batch) {
      if ((await reconcilePayment(deps, payment)) === 'finished') finished += 1;
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH_SIZE) return finished;
    after = last.id;
  }
}

function overduePayments({ db, clock }: Deps, after: string | null): Promise<Payment[]> {
  const overdueSince = new Date(clock().getTime() - OVERDUE_MS).toISOString();
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
    .limit(BATCH_SIZE);
}

/** What asking again at once would not change. */
const HOPELESS: readonly PaymentErrorKind[] = ['mismatch', 'invalid', 'conflict'];

/**
 * Asks the gateway what became of a pending payment. One that cannot be read now (`failed`) does not hold up the others:
 * the next run tries it again. `onResult` hears what the gateway said.
 */
export async function reconcilePayment(
  deps: Deps,
  payment: Payment,
  onResult: (result: LookupResult) => void = () => undefined,
): Promise<'finished' | 'open' | 'failed'> {
  try {
    const isFinished = await withPaymentLease(deps, payment.id, () =>
      recordFromGateway(deps, payment, onResult),
    );
    return isFinished ? 'finished' : 'open';
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'mismatch') await noteMismatch(deps, payment);
    if (error instanceof PaymentError) return HOPELESS.includes(error.kind) ? 'open' : 'failed';
    if (error instanceof AppError) return 'failed';
    throw error;
  }
}

/** Paid, but not what was asked for: it is not approved, and an admin is told. */
async function noteMismatch({ db, clock }: Deps, { usuario_id, id }: Payment): Promise<void> {
  await db
    .update(payments)
    .set({ divergente_em: clock().toISOString() })
    .where(and(eq(payments.usuario_id, usuario_id), eq(payments.id, id), isNull(payments.divergente_em)));
}

/** Whether the gateway may still tell something new: of a payment that went back it cannot. */
export const isOpen = ({ status }: Payment) => status !== 'estornado';

async function recordFromGateway(
  deps: Deps,
  seen: Payment,
  onResult: (result: LookupResult) => void,
): Promise<boolean> {
  const payment = await findPayment(deps.db, seen);
  if (!isOpen(payment)) return false;
  const ctx = { usuarioId: payment.usuario_id, signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS) };
  const result = await deps.payments.lookup(ctx, toChargeRef(payment));
  if (result !== null) onResult(result);
  if (result !== null) return (await recordPaymentResult(deps, payment, result)).status !== 'pendente';
  const age = deps.clock().getTime() - Date.parse(payment.data_pagamento);
  if (age < ABANDONED_MS) return false;
  await recordPaymentResult(deps, payment, { status: 'recusado', id_externo: null, motivo: null });
  return true;
}
