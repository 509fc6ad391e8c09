import { payments } from '@esteira/db/schema/billing/payments';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { type Payment, paymentColumns } from './payments';
import { isOpen, reconcilePayment } from './reconcile';

/** Read one after the other; what is left over comes with the next run. */
const BATCH_SIZE = 20;
/** After so many in one run Mercado Pago is not there: asking for the others would not help. */
const MAX_FAILURES = 3;

/**
 * Reads the payments that Mercado Pago announced as changed, those announced first before the others. One that cannot
 * be read now stays marked; one that is announced again meanwhile stays marked too. Meant to run every few seconds, on
 * any number of instances.
 */
export async function readNotifiedPayments(deps: Deps): Promise<void> {
  const marked = await deps.db
    .select({ ...paymentColumns, avisado_em: payments.avisado_em })
    .from(payments)
    .where(isNotNull(payments.avisado_em))
    .orderBy(asc(payments.avisado_em))
    .limit(BATCH_SIZE);
  let failures = 0;
  for (const { avisado_em, ...payment } of marked) {
    const result = isOpen(payment) ? await reconcilePayment(deps, payment) : 'finished';
    if (result === 'failed') failures += 1;
    else if (avisado_em !== null) await unmark(deps, payment, avisado_em);
    if (failures === MAX_FAILURES) return;
  }
}

async function unmark({ db }: Deps, { usuario_id, id }: Payment, avisado_em: string): Promise<void> {
  await db
    .update(payments)
    .set({ avisado_em: null })
    .where(
      and(eq(payments.usuario_id, usuario_id), eq(payments.id, id), eq(payments.avisado_em, avisado_em)),
    );
}
