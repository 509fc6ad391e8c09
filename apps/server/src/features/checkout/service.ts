import { formatDate } from '@esteira/domain/calendar';
import { toCents } from '@esteira/domain/money';
import { PLANS } from '@esteira/domain/plans';
import { PaymentError, type PaymentErrorKind } from '@esteira/payments/payment-error';
import type { ChargeInput, LookupResult, PaymentContext, PaymentGateway } from '@esteira/payments/port';
import { SIMULATED_TEST_CARD } from '@esteira/payments/simulated/test-cards';
import { CARD_DATA_REFUSED, type CheckoutGateway, type CheckoutResponse } from '@esteira/validators/checkout';
import type { Deps } from '../../core/context';
import { AppError, type ErrorKind } from '../../core/errors';
import type { SessionUser } from '../../core/security/session-user';
import {
  type Attempt,
  findPayment,
  type Payment,
  payOnce,
  recordPaymentResult,
  registerAttempt,
  toChargeRef,
} from './payments';
import type { Submission } from './submission';

/** How long the payer waits for the card processor, and then for what became of a lost answer. */
const CHARGE_TIMEOUT_MS = 20_000;
const LOOKUP_TIMEOUT_MS = 5_000;

/** What the payer is told when no answer came. */
const FAILURES: Record<PaymentErrorKind, [ErrorKind, string]> = {
  unavailable: [
    'unavailable',
    'Pagamento indisponível no momento. Nada foi cobrado; tente novamente em instantes.',
  ],
  misconfigured: ['unavailable', 'Pagamento indisponível no momento. Nada foi cobrado.'],
  timeout: [
    'unavailable',
    'A operadora do cartão não respondeu a tempo. Confira o seu plano antes de pagar de novo.',
  ],
  invalid: [
    'invalid',
    'A operadora não aceitou os dados do cartão. Nada foi cobrado; confira e tente novamente.',
  ],
  mismatch: [
    'conflict',
    'O pagamento não confere com o plano pedido. Fale com o suporte antes de pagar de novo.',
  ],
  conflict: ['conflict', 'Os dados mudaram desde a primeira tentativa. Envie como um novo pagamento.'],
};

/** Which gateway takes the payments, with its test card or its public key. */
export function getGateway({ modo, publicKey }: PaymentGateway): CheckoutGateway {
  const cartao_teste = modo === 'simulado' ? SIMULATED_TEST_CARD : null;
  return { modo, cartao_teste, chave_publica: publicKey };
}

/** Card data is for the simulation alone: a real card is turned into a token by the browser. */
export function refuseCardData({ modo }: PaymentGateway): void {
  if (modo !== 'simulado') throw new AppError('invalid', CARD_DATA_REFUSED);
}

/**
 * Pays a plan. The attempt is stored before the gateway is called: however often, however concurrently and
 * after whatever crash a submission is repeated under its key, it is charged once
 * (docs/product-rules.md#charged-once).
 */
export async function payPlan(
  deps: Deps,
  user: SessionUser,
  submission: Submission,
): Promise<CheckoutResponse> {
  const attempt = await registerAttempt(deps, user.id, submission);
  const { modo } = deps.payments;
  if (attempt.payment.status !== 'pendente') return toResponse(attempt.payment, modo);
  const work = { attempt, user, submission };
  return toResponse(await payOnce(deps, attempt.payment.id, () => finishPayment(deps, work)), modo);
}

interface Work {
  attempt: Attempt;
  user: SessionUser;
  submission: Submission;
}

/** Brings a pending payment to its end, wherever an earlier try of it stopped. */
async function finishPayment(deps: Deps, work: Work): Promise<Payment> {
  const { attempt, user } = work;
  const payment = await findPayment(deps.db, attempt.payment);
  if (payment.status !== 'pendente') return payment;
  const ctx = { usuarioId: user.id, signal: AbortSignal.timeout(CHARGE_TIMEOUT_MS) };
  const known = attempt.isNew
    ? null
    : await deps.payments.lookup(ctx, toChargeRef(payment)).catch(throwUnclear);
  return recordPaymentResult(deps, payment, known ?? (await chargeCard(deps.payments, ctx, work)));
}

async function chargeCard(
  gateway: PaymentGateway,
  ctx: PaymentContext,
  { attempt: { payment }, user, submission }: Work,
): Promise<LookupResult> {
  try {
    return await gateway.charge(ctx, toCharge(payment, user, submission));
  } catch (error) {
    const isUncertain = error instanceof PaymentError && error.kind === 'timeout';
    if (!isUncertain) return throwFailure(error);
    // The answer was lost, maybe not the charge.
    const again = { usuarioId: user.id, signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS) };
    const found = await gateway.lookup(again, toChargeRef(payment)).catch(() => null);
    return found ?? throwFailure(error);
  }
}

function toCharge(payment: Payment, user: SessionUser, { card, cpf }: Submission): ChargeInput {
  const { nome, duracao } = PLANS[payment.plano];
  return {
    reference: payment.id,
    amountCents: toCents(payment.valor),
    description: `Plano ${nome}, ${duracao}`,
    installments: payment.parcelas,
    card,
    // The client's key is unique within its account only.
    idempotencyKey: payment.id,
    payer: { email: user.email, cpf },
  };
}

/** An earlier try may have charged: whatever keeps us from looking, nothing is known of the money. */
function throwUnclear(error: unknown): never {
  if (!(error instanceof PaymentError) || error.kind === 'mismatch') return throwFailure(error);
  const [kind, message] = FAILURES.timeout;
  throw new AppError(kind, message, { cause: error });
}

function throwFailure(error: unknown): never {
  if (!(error instanceof PaymentError)) throw error;
  const [kind, message] = FAILURES[error.kind];
  throw new AppError(kind, message, { cause: error });
}

/** What the payer is told; a repetition of the same submission is told the same again. */
function toResponse(
  { status, plano, valido_ate, motivo_recusa }: Payment,
  modo: PaymentGateway['modo'],
): CheckoutResponse {
  if (status === 'aprovado' && valido_ate !== null) {
    return { message: `Pagamento aprovado! Plano ${PLANS[plano].nome} ativo até ${formatDate(valido_ate)}.` };
  }
  if (status === 'recusado') {
    const reason = modo === 'simulado' ? null : motivo_recusa;
    throw new AppError('payment_required', reason ?? 'Pagamento recusado pela operadora do cartão');
  }
  if (status === 'pendente') {
    throw new AppError(
      'conflict',
      'Pagamento em análise pela operadora do cartão. Aguarde antes de pagar de novo.',
    );
  }
  throw new AppError('conflict', 'Este pagamento foi estornado');
}
