import type { Database } from '@esteira/db/database';
import { payments } from '@esteira/db/schema/payments';
import { users } from '@esteira/db/schema/users';
import { PLANS } from '@esteira/domain/plans';
import { extendSubscription } from '@esteira/domain/subscription';
import type { LookupResult } from '@esteira/payments/port';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { findPayment, type Payment } from './attempt';

type SettlementDeps = Pick<Deps, 'db' | 'clock'>;

/** What became of a charge; without `id_externo` when the gateway never had it. */
export type Outcome = LookupResult | { status: 'recusado'; id_externo: null };

/** Records what became of a payment; only a pending one changes. Returns it as it stands then. */
export async function settlePayment(
  deps: SettlementDeps,
  payment: Payment,
  result: Outcome,
): Promise<Payment> {
  if (result.status === 'aprovado') await approve(deps, payment, result.id_externo);
  else {
    await deps.db
      .update(payments)
      .set({ status: result.status, id_externo: result.id_externo })
      .where(stillPending(payment));
  }
  return findPayment(deps.db, payment);
}

/**
 * The payment and the plan it buys, together. The user's row is locked first: two payments of one user add
 * their months up instead of both starting from the same day.
 */
async function approve({ db, clock }: SettlementDeps, payment: Payment, id_externo: string): Promise<void> {
  await db.transaction(async (tx) => {
    const agora = clock();
    const valido_ate = extendSubscription({
      atual: await lockExpiry(tx, payment.usuario_id),
      agora,
      meses: PLANS[payment.plano].meses,
    }).toISOString();
    const settled = await tx
      .update(payments)
      .set({ status: 'aprovado', id_externo, valido_ate, data_pagamento: agora.toISOString() })
      .where(stillPending(payment))
      .returning({ id: payments.id });
    if (settled.length === 0) return;
    await tx
      .update(users)
      .set({ plano: payment.plano, data_expiracao: valido_ate })
      .where(eq(users.id, payment.usuario_id));
  });
}

async function lockExpiry(tx: Database, usuarioId: string): Promise<Date | null> {
  const [user] = await tx
    .select({ data_expiracao: users.data_expiracao })
    .from(users)
    .where(eq(users.id, usuarioId))
    .for('no key update');
  const expiry = user?.data_expiracao ?? null;
  return expiry === null ? null : new Date(expiry);
}

const stillPending = ({ usuario_id, id }: Payment) =>
  and(eq(payments.usuario_id, usuario_id), eq(payments.id, id), eq(payments.status, 'pendente'));
