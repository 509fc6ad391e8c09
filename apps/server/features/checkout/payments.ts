import { randomUUID } from 'node:crypto';
import type { Database } from '@esteira/db/database';
import { payments } from '@esteira/db/schema/billing/payments';
import { PLANS } from '@esteira/domain/billing/plans';
import { formatDate } from '@esteira/domain/calendar';
import { toCents } from '@esteira/domain/money';
import type { ChargeRef } from '@esteira/payments/port';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { createSingleFlight, type SingleFlight } from '../../core/sharing/single-flight';
import { toLeaseMs } from '../../core/time/deadline';
import { withLease } from '../../core/time/lease';
import type { Submission } from './submission';

export const paymentColumns = {
  id: payments.id,
  usuario_id: payments.usuario_id,
  status: payments.status,
  meio: payments.meio,
  plano: payments.plano,
  valor: payments.valor,
  parcelas: payments.parcelas,
  id_externo: payments.id_externo,
  motivo_recusa: payments.motivo_recusa,
  pix_codigo: payments.pix_codigo,
  pix_expira_em: payments.pix_expira_em,
  valido_ate: payments.valido_ate,
  renovacao_id: payments.renovacao_id,
  data_pagamento: payments.data_pagamento,
};

export type Payment = Pick<typeof payments.$inferSelect, keyof typeof paymentColumns>;

export interface Attempt {
  payment: Payment;
  /** False for a repetition: an earlier try may have reached the gateway. */
  isNew: boolean;
}

/** Stores a submission as a pending payment, or finds the payment that the same submission already has. */
export async function registerAttempt(
  deps: Deps,
  usuarioId: string,
  submission: Submission,
): Promise<Attempt> {
  const { plano, parcelas, kept, identity } = submission;
  const chave_idempotencia = submission.chave_idempotencia ?? randomUUID();
  const { db, clock } = deps;
  // Keyed, so that a card number cannot be guessed from it.
  const resumos = deps.digests(JSON.stringify(identity));
  const [created] = await db
    .insert(payments)
    .values({
      ...kept,
      plano,
      // The price is the server's, never the browser's.
      valor: PLANS[plano].preco,
      parcelas,
      usuario_id: usuarioId,
      status: 'pendente',
      chave_idempotencia,
      resumo_pedido: resumos[0],
      data_pagamento: clock().toISOString(),
    })
    .onConflictDoNothing({ target: [payments.usuario_id, payments.chave_idempotencia] })
    .returning(paymentColumns);
  if (created !== undefined) return { payment: created, isNew: true };
  const found = await findSubmitted(db, { usuarioId, chave_idempotencia, resumos });
  // It was refused, as another one is under way, and taken back in this moment.
  if (found === null) throw toBusy();
  return { payment: found, isNew: false };
}

/** What a key stands for. Fails with `conflict` where that is another submission than the digests'. */
export async function findSubmitted(
  db: Database,
  sought: { usuarioId: string; chave_idempotencia: string; resumos: readonly string[] },
): Promise<Payment | null> {
  const { usuarioId, chave_idempotencia, resumos } = sought;
  const [found] = await db
    .select({ payment: paymentColumns, resumo_pedido: payments.resumo_pedido })
    .from(payments)
    .where(and(eq(payments.usuario_id, usuarioId), eq(payments.chave_idempotencia, chave_idempotencia)));
  if (found !== undefined && !resumos.includes(found.resumo_pedido)) throw keyIsTaken();
  return found?.payment ?? null;
}

export const keyIsTaken = () =>
  new AppError('conflict', 'Esta chave de idempotência já foi usada em outro pagamento');

/** A charge and the questions after what became of it, in service.ts. */
const PAYMENT_DEADLINE_MS = 30_000;

/** How long one request may hold a payment, or a seller's card. */
export const PAYMENT_LEASE_MS = toLeaseMs(PAYMENT_DEADLINE_MS);

const flights = new WeakMap<Deps, SingleFlight<Payment>>();

/**
 * Does a submission's work once among its repetitions: those that reach the same instance wait and share the
 * outcome, on another instance they are told to come back (docs/decisions/0006-one-charge-per-submission.md).
 */
export function payOnce(deps: Deps, paymentId: string, work: () => Promise<Payment>): Promise<Payment> {
  const flight = flights.get(deps) ?? createSingleFlight<Payment>();
  flights.set(deps, flight);
  return flight(paymentId, () => withPaymentLease(deps, paymentId, work));
}

/**
 * Lets one caller at a time, on all instances together, work on a payment. What an overtaken one writes is not refused
 * by the lease: it knows what became of the charge, and only a pending payment changes.
 * Fails with `conflict` while another does.
 */
export function withPaymentLease<T>(deps: Deps, paymentId: string, work: () => Promise<T>): Promise<T> {
  const key = `pagamento:${paymentId}`;
  return withLease(deps, { key, durationMs: PAYMENT_LEASE_MS, busy: toBusy }, work);
}

export const toBusy = () =>
  new AppError('conflict', 'Pagamento em processamento. Aguarde alguns instantes.', { retryAfter: 5 });

/** The payment as it stands now. */
export async function findPayment(db: Database, { usuario_id, id }: Payment): Promise<Payment> {
  const [payment] = await db
    .select(paymentColumns)
    .from(payments)
    .where(and(eq(payments.usuario_id, usuario_id), eq(payments.id, id)));
  // One that may not be charged now is taken back.
  if (payment === undefined) throw toBusy();
  return payment;
}

/** The payment as the gateway finds its charge, and what the charge has to agree with. */
export function toChargeRef({ id, renovacao_id, id_externo, valor, data_pagamento }: Payment): ChargeRef {
  // The charges of a renewal bear its name.
  const reference = renovacao_id ?? id;
  return { reference, id_externo, amountCents: toCents(valor), createdAt: new Date(data_pagamento) };
}

/** What the payer of an approved payment reads; null for any other. */
export function toApproval({ status, plano, valido_ate }: Payment): string | null {
  if (status !== 'aprovado' || valido_ate === null) return null;
  return `Pagamento aprovado! Plano ${PLANS[plano].nome} ativo até ${formatDate(valido_ate)}.`;
}
