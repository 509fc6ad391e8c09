import { randomUUID } from 'node:crypto';
import { payments } from '@esteira/db/schema/billing/payments';
import { PLANS } from '@esteira/domain/billing/plans';
import { toCents } from '@esteira/domain/money';
import type { KnownCharge, PaymentContext, PixInput } from '@esteira/payments/port';
import type { CreatePixInput } from '@esteira/validators/billing/pix';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import type { SessionUser } from '../../../core/security/session-user';
import { throwPixFailure } from '../gateway-failure';
import { recordPaymentResult } from '../payment-result';
import { findPayment, findSubmitted, type Payment, paymentColumns, payOnce, toChargeRef } from '../payments';

/** How long a Pix can be paid: the shortest term that Mercado Pago names. */
const PIX_MINUTES = 30;
/** Less than the lease of a payment. */
const TIMEOUT_MS = 20_000;

/** A Pix that is stored but not yet at the gateway, or the one that the seller has open already. */
export async function storePix(
  deps: Deps,
  usuarioId: string,
  { plano, chave_idempotencia }: CreatePixInput,
): Promise<Payment | null> {
  const { db, clock } = deps;
  const [created] = await db
    .insert(payments)
    .values({
      usuario_id: usuarioId,
      status: 'pendente',
      meio: 'pix',
      plano,
      valor: PLANS[plano].preco,
      parcelas: 1,
      chave_idempotencia: chave_idempotencia ?? randomUUID(),
      resumo_pedido: toDigests(deps, plano)[0],
      data_pagamento: clock().toISOString(),
    })
    // A seller has one open Pix at most.
    .onConflictDoNothing()
    .returning(paymentColumns);
  return created ?? findOpenPix(deps, usuarioId);
}

const toDigests = ({ digests }: Deps, plano: string) => digests(JSON.stringify(['pix', plano]));

/** The Pix that a key stands for already; fails with `conflict` when it stands for another payment. */
export async function findPixOfKey(
  deps: Deps,
  usuarioId: string,
  { plano, chave_idempotencia }: CreatePixInput,
): Promise<Payment | null> {
  if (chave_idempotencia === undefined) return null;
  return findSubmitted(deps.db, { usuarioId, chave_idempotencia, resumos: toDigests(deps, plano) });
}

/** The Pix of a seller that may still be paid, or that was not looked up since its term was over. */
export async function findOpenPix({ db }: Pick<Deps, 'db'>, usuarioId: string): Promise<Payment | null> {
  const [found] = await db
    .select(paymentColumns)
    .from(payments)
    .where(
      and(eq(payments.usuario_id, usuarioId), eq(payments.meio, 'pix'), eq(payments.status, 'pendente')),
    );
  return found ?? null;
}

/** Makes the Pix at the gateway, once however often it is asked for: a lost answer is got by asking again. */
export function finishPix(deps: Deps, user: SessionUser, stored: Payment): Promise<Payment> {
  return payOnce(deps, stored.id, async () => {
    const payment = await findPayment(deps.db, stored);
    return payment.status === 'pendente' && payment.pix_codigo === null
      ? makePix(deps, toCall(user.id), { user, payment })
      : payment;
  });
}

/**
 * Ends a Pix that shall not be paid any more, and returns what became of it: it may have been paid in that moment.
 * One whose answer was lost is made first, because only a known one can be ended.
 */
export function endPix(deps: Deps, user: SessionUser, stored: Payment): Promise<Payment> {
  return payOnce(deps, stored.id, async () => {
    const ctx = toCall(user.id);
    const found = await findPayment(deps.db, stored);
    const isUnknown = found.status === 'pendente' && found.id_externo === null;
    const payment = isUnknown ? await makePix(deps, ctx, { user, payment: found }) : found;
    const { status, id_externo } = payment;
    if (status !== 'pendente' || id_externo === null) return payment;
    const charge = toKnownCharge(payment, id_externo);
    const result = await deps.payments.cancel(ctx, charge).catch(throwPixFailure);
    return recordPaymentResult(deps, payment, result);
  });
}

/**
 * Ends the Pix that a seller has open, so that no two charges can both be paid. Fails with `conflict` when it was paid
 * in that moment, and with `unavailable` while its state is unknown.
 */
export async function cancelOpenPix(deps: Deps, user: SessionUser): Promise<void> {
  const open = await findOpenPix(deps, user.id);
  if (open === null) return;
  const ended = await endPix(deps, user, open);
  if (ended.status === 'recusado' || ended.status === 'estornado') return;
  const sentence = 'O Pix que você gerou acabou de ser pago. Confira o seu plano antes de pagar de novo.';
  if (ended.status === 'aprovado') throw new AppError('conflict', sentence);
  throw new AppError('unavailable', 'O Pix anterior ainda não foi cancelado. Tente novamente em instantes.');
}

interface Making {
  user: SessionUser;
  payment: Payment;
}

async function makePix(deps: Deps, ctx: PaymentContext, { user, payment }: Making): Promise<Payment> {
  const result = await deps.payments.createPix(ctx, toPixInput(payment, user)).catch(throwPixFailure);
  return recordPaymentResult(deps, payment, result);
}

function toPixInput(payment: Payment, { nome, email }: SessionUser): PixInput {
  const plan = PLANS[payment.plano];
  const [name] = nome.split(' ');
  return {
    reference: payment.id,
    amountCents: toCents(payment.valor),
    description: `Plano ${plan.nome}, ${plan.duracao}`,
    idempotencyKey: payment.id,
    payer: { email, name },
    minutes: PIX_MINUTES,
  };
}

function toKnownCharge(payment: Payment, id_externo: string): KnownCharge {
  return { ...toChargeRef(payment), id_externo, idempotencyKey: `cancelar-${payment.id}` };
}

function toCall(usuarioId: string): PaymentContext {
  return { usuarioId, signal: AbortSignal.timeout(TIMEOUT_MS) };
}
