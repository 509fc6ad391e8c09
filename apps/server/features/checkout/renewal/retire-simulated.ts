import type { Database } from '@esteira/db/database';
import { renewals } from '@esteira/db/schema/billing/renewals';
import type { PaymentGateway } from '@esteira/payments/port';
import { SIMULATED_RENEWAL_PREFIX } from '@esteira/payments/simulated/renewals';
import { and, like, ne, notLike } from 'drizzle-orm';

interface Started {
  db: Database;
  payments: Pick<PaymentGateway, 'modo'>;
}

const isOpen = ne(renewals.situacao, 'encerrada');
const PATTERN = `${SIMULATED_RENEWAL_PREFIX}%`;

/**
 * Ends what was turned on in the simulation where payments are real now: Mercado Pago knows nothing of it, so that it could
 * never be ended there. Run once at start, harmless on several servers at once. Answers how many renewals it ended.
 */
export async function retireSimulatedRenewals({ db, payments }: Started): Promise<number> {
  if (payments.modo !== 'mercadopago') return 0;
  const retired = await db
    .update(renewals)
    .set({ situacao: 'encerrada' })
    .where(and(isOpen, like(renewals.id_externo, PATTERN)))
    .returning({ id: renewals.id });
  return retired.length;
}

/** How many renewals go on at Mercado Pago while payments are simulated here, so that they cannot be read or ended. */
export async function countUnreachableRenewals({ db, payments }: Started): Promise<number> {
  return payments.modo === 'simulado'
    ? db.$count(renewals, and(isOpen, notLike(renewals.id_externo, PATTERN)))
    : 0;
}
