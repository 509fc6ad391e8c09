import { countWhere } from '@esteira/db/expressions';
import { payments } from '@esteira/db/schema/billing/payments';
import { HOUR_MS } from '@esteira/domain/durations';
import type { PaymentAlerts } from '@esteira/validators/administration/admin';
import { and, eq, gt, isNotNull, lt } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { isRefundStuck } from './refund';

/** Mercado Pago announces every change of a charge, within seconds. */
const SILENCE_MS = 24 * HOUR_MS;
/** So long a notification may take. */
const GRACE_MS = HOUR_MS;

/**
 * Whether notifications stay away: charges were made in the last day, and not one of the payments of that day was ever
 * announced. Then the address or the secret at Mercado Pago is wrong, and payments are only found by the
 * reconciliation. Besides, how many payments were paid otherwise than they were asked for, and how many refunds nothing
 * came of.
 */
export async function findPaymentAlerts({
  db,
  clock,
  payments: { modo },
}: Pick<Deps, 'db' | 'clock' | 'payments'>): Promise<PaymentAlerts> {
  const now = clock().getTime();
  const at = (ms: number) => new Date(now - ms).toISOString();
  const charged = and(isNotNull(payments.id_externo), gt(payments.data_pagamento, at(SILENCE_MS)));
  const [found] = await db
    .select({
      charged: countWhere(and(charged, lt(payments.data_pagamento, at(GRACE_MS)))),
      announced: countWhere(gt(payments.notificado_em, at(SILENCE_MS))),
      divergentes: countWhere(and(isNotNull(payments.divergente_em), eq(payments.status, 'pendente'))),
      estornos_parados: countWhere(isRefundStuck(clock)),
    })
    .from(payments);
  if (found === undefined) throw new Error('an aggregate returned no row');
  const { charged: made, announced, ...counts } = found;
  return { sem_notificacoes: modo === 'mercadopago' && made > 0 && announced === 0, ...counts };
}
