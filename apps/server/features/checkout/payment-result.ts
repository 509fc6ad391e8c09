import { users } from '@esteira/db/schema/accounts/users';
import { payments } from '@esteira/db/schema/billing/payments';
import { PLANS } from '@esteira/domain/billing/plans';
import { extendSubscription } from '@esteira/domain/billing/subscription';
import type { LookupResult } from '@esteira/payments/port';
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { findPayment, type Payment } from './payments';
import { lockExpiry, takeBackPayment } from './taken-back';

type ResultDeps = Pick<Deps, 'db' | 'clock'>;

/** What became of a charge; without `id_externo` when the gateway never had it. */
export type Outcome = LookupResult | { status: 'recusado'; id_externo: null; motivo: null };

/**
 * Records what became of a payment, forward only: `pendente`, `recusado`, `aprovado`, `estornado`. Money that arrives
 * after a term was over, or after nothing was known of the charge for long, still buys the plan. Returns the payment as
 * it stands then.
 */
export async function recordPaymentResult(
  deps: ResultDeps,
  payment: Payment,
  result: Outcome,
): Promise<Payment> {
  if (result.status === 'aprovado') await approve(deps, payment, result.id_externo);
  else if (isTakenBack(result)) {
    await takeBackPayment(deps, payment, result.id_externo);
  } else {
    await deps.db
      .update(payments)
      .set(toPaymentResult(result))
      .where(and(isPayment(payment), eq(payments.status, 'pendente')));
  }
  return findPayment(deps.db, payment);
}

type TakenBack = Extract<Outcome, { status: 'estornado' | 'contestado' }>;

function isTakenBack(result: Outcome): result is TakenBack {
  return result.status === 'estornado' || result.status === 'contestado';
}

type Unpaid = Exclude<Outcome, TakenBack | { status: 'aprovado' }>;

function toPaymentResult(result: Unpaid) {
  const { status, id_externo, motivo } = result;
  if (status === 'recusado') return { status, id_externo, motivo_recusa: motivo };
  if (result.pix === undefined) return { status, id_externo };
  const { copia_e_cola, expira_em } = result.pix;
  return { status, id_externo, pix_codigo: copia_e_cola, pix_expira_em: expira_em.toISOString() };
}

/**
 * The payment and the plan it buys, together. The user's row is locked first: two payments of one user add
 * their months up instead of both starting from the same day.
 */
async function approve({ db, clock }: ResultDeps, payment: Payment, id_externo: string): Promise<void> {
  await db.transaction(async (tx) => {
    const current = await lockExpiry(tx, payment.usuario_id);
    // After the lock, so that payments stand in the order in which they were approved.
    const now = clock();
    const months = PLANS[payment.plano].meses;
    const valido_ate = extendSubscription({ current, now, months }).toISOString();
    const recorded = await tx
      .update(payments)
      .set({
        status: 'aprovado',
        id_externo,
        valido_ate,
        motivo_recusa: null,
        data_pagamento: now.toISOString(),
        conferido_em: now.toISOString(),
      })
      .where(and(isPayment(payment), inArray(payments.status, ['pendente', 'recusado'])))
      .returning({ id: payments.id });
    if (recorded.length === 0) return;
    await tx
      .update(users)
      .set({ plano: payment.plano, data_expiracao: valido_ate })
      .where(eq(users.id, payment.usuario_id));
  });
}

const isPayment = ({ usuario_id, id }: Payment) =>
  and(eq(payments.usuario_id, usuario_id), eq(payments.id, id));
