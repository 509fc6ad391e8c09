import { payments } from '@esteira/db/schema/billing/payments';
import { HOUR_MS } from '@esteira/domain/durations';
import { and, asc, eq, gt, lt } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { type Payment, paymentColumns } from './payments';
import { reconcilePayment } from './reconcile';

/** After that long neither a refund nor a chargeback is possible any more. */
const RETURNABLE_MS = 180 * 24 * HOUR_MS;
/** A notification tells it sooner; this is for those that never came. */
const LOOK_AGAIN_MS = 6 * HOUR_MS;
const BATCH_SIZE = 20;
/** After so many in one run Mercado Pago is not there: asking for the others would not help. */
const MAX_FAILURES = 3;

/**
 * Looks up approved payments whose money may have gone back without a notification, those that were not looked up for
 * longest first, a few in each run. Meant to run every few minutes, on any number of instances.
 */
export async function lookUpApprovedPayments(deps: Deps): Promise<void> {
  // What is simulated goes back by our own doing alone.
  if (deps.payments.modo === 'simulado') return;
  let failures = 0;
  for (const payment of await findDue(deps)) {
    const isMine = await claimLook(deps, payment);
    if (isMine && (await reconcilePayment(deps, payment)) === 'failed') failures += 1;
    if (failures === MAX_FAILURES) return;
  }
}

type Due = Payment & { conferido_em: string | null };

function findDue({ db, clock }: Deps): Promise<Due[]> {
  const at = (ago: number) => new Date(clock().getTime() - ago).toISOString();
  return db
    .select({ ...paymentColumns, conferido_em: payments.conferido_em })
    .from(payments)
    .where(
      and(
        eq(payments.status, 'aprovado'),
        lt(payments.conferido_em, at(LOOK_AGAIN_MS)),
        gt(payments.data_pagamento, at(RETURNABLE_MS)),
      ),
    )
    .orderBy(asc(payments.conferido_em))
    .limit(BATCH_SIZE);
}

/** Taken before the look, so that instances share the work and one that cannot be read does not hold up the others. */
async function claimLook({ db, clock }: Deps, { usuario_id, id, conferido_em }: Due): Promise<boolean> {
  if (conferido_em === null) return false;
  const claimed = await db
    .update(payments)
    .set({ conferido_em: clock().toISOString() })
    .where(
      and(eq(payments.usuario_id, usuario_id), eq(payments.id, id), eq(payments.conferido_em, conferido_em)),
    )
    .returning({ id: payments.id });
  return claimed.length > 0;
}
