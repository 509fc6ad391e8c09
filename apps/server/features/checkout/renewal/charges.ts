import { payments } from '@esteira/db/schema/billing/payments';
import type { RenewalState } from '@esteira/payments/port';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { type Payment, paymentColumns } from '../payments';
import { reconcilePayment } from '../reconcile';
import type { RenewalRow } from './rows';

/** Records the charges that a renewal has made, each once. Returns the last one; null without any. */
export async function recordCharges(
  deps: Deps,
  row: RenewalRow,
  { charges }: RenewalState,
): Promise<Payment | null> {
  let last: Payment | null = null;
  for (const charge of charges) last = await recordCharge(deps, row, charge);
  return last;
}

/** A charge is one payment, by its name at the gateway; whether it was approved is read and recorded as of any other. */
async function recordCharge(deps: Deps, row: RenewalRow, id_externo: string): Promise<Payment> {
  const { usuario_id, id: renovacao_id, plano, valor, bandeira, ultimos_digitos } = row;
  await deps.db
    .insert(payments)
    .values({
      ...{ usuario_id, renovacao_id, plano, valor, bandeira, ultimos_digitos, id_externo },
      status: 'pendente',
      parcelas: 1,
      chave_idempotencia: `renovacao:${id_externo}`,
      resumo_pedido: '',
      data_pagamento: deps.clock().toISOString(),
    })
    .onConflictDoNothing();
  const found = async () => {
    const [payment] = await deps.db
      .select(paymentColumns)
      .from(payments)
      .where(and(eq(payments.usuario_id, usuario_id), eq(payments.id_externo, id_externo)));
    if (payment === undefined) throw new Error('the charge belongs to another payment');
    return payment;
  };
  const payment = await found();
  // A refused one may be tried again, and paid, under the same name.
  if (payment.status === 'aprovado' || payment.status === 'estornado') return payment;
  await reconcilePayment(deps, payment);
  return found();
}
