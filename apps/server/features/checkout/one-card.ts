import { payments } from '@esteira/db/schema/billing/payments';
import { MINUTE_MS } from '@esteira/domain/durations';
import { PaymentError } from '@esteira/payments/payment-error';
import type { LookupResult } from '@esteira/payments/port';
import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { takeLease } from '../../core/time/lease';
import { throwUnclear } from './gateway-failure';
import { recordPaymentResult } from './payment-result';
import {
  type Attempt,
  PAYMENT_LEASE_MS,
  type Payment,
  paymentColumns,
  toBusy,
  toChargeRef,
} from './payments';

const IN_REVIEW = 'Há um pagamento em análise. Aguarde o resultado antes de pagar de novo.';
const JUST_APPROVED =
  'Um pagamento anterior acabou de ser aprovado. Confira o seu plano antes de pagar de novo.';

const LOOKUP_TIMEOUT_MS = 5_000;
/** Payments whose answer was lost, of which so many are asked about before another card is charged. */
const MAX_LOST = 3;
/** A charge that Mercado Pago's search does not show after that long was not made. */
const SHOWN_MS = 10 * MINUTE_MS;

/**
 * Charges a seller's card while no other card of theirs is charged or in review, on all servers together; `prepare` runs
 * first. A new attempt that may not go on leaves nothing behind, so that its key can be sent again.
 * Fails with `conflict` while another payment is under way.
 */
export async function withOneCard(
  deps: Deps,
  { payment, isNew }: Attempt,
  { prepare, work }: { prepare: () => Promise<void>; work: () => Promise<Payment> },
): Promise<Payment> {
  const key = `cartao:${payment.usuario_id}`;
  const lease = await takeLease(deps, { key, durationMs: PAYMENT_LEASE_MS });
  try {
    if (lease === null) throw isNew ? inReview() : toBusy();
    await refuseBeside(deps, payment);
    await prepare();
  } catch (error) {
    if (isNew) await takeBack(deps, payment);
    await lease?.release();
    throw error;
  }
  try {
    return await work();
  } catch (error) {
    // The payer corrects it and sends it under another key, in whose way this one must not stand.
    if (isNew && isRefusedUncharged(error)) await takeBack(deps, payment);
    throw error;
  } finally {
    await lease.release();
  }
}

function isRefusedUncharged(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : null;
  return cause instanceof PaymentError && cause.kind === 'invalid';
}

const inReview = () => new AppError('conflict', IN_REVIEW);

/** Nothing of it has left, or nothing of it was taken. */
async function takeBack({ db }: Deps, { usuario_id, id }: Payment): Promise<void> {
  await db
    .delete(payments)
    .where(
      and(
        eq(payments.usuario_id, usuario_id),
        eq(payments.id, id),
        eq(payments.status, 'pendente'),
        isNull(payments.id_externo),
      ),
    );
}

/** Under the lease there is no other charge, so a pending payment is in review, or its response was lost. */
async function refuseBeside(deps: Deps, { usuario_id, id }: Payment): Promise<void> {
  const others = await deps.db
    .select(paymentColumns)
    .from(payments)
    .where(
      and(
        eq(payments.usuario_id, usuario_id),
        ne(payments.id, id),
        eq(payments.meio, 'cartao'),
        eq(payments.status, 'pendente'),
        isNull(payments.renovacao_id),
      ),
    )
    .orderBy(desc(payments.id));
  if (others.some(({ id_externo }) => id_externo !== null)) throw inReview();
  for (const lost of others.slice(0, MAX_LOST)) await refuseBesideLost(deps, lost);
}

async function refuseBesideLost(deps: Deps, lost: Payment): Promise<void> {
  const ctx = { usuarioId: lost.usuario_id, signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS) };
  const result: LookupResult | null = await deps.payments.lookup(ctx, toChargeRef(lost)).catch(throwUnclear);
  if (result === null) {
    const age = deps.clock().getTime() - Date.parse(lost.data_pagamento);
    if (deps.payments.modo !== 'simulado' && age < SHOWN_MS) throw inReview();
    return;
  }
  const { status } = await recordPaymentResult(deps, lost, result);
  if (status === 'pendente') throw inReview();
  if (status === 'aprovado') throw new AppError('conflict', JUST_APPROVED);
}
