import { formatDate } from '@esteira/domain/calendar';
import { toCents } from '@esteira/domain/money';
import { PLANS } from '@esteira/domain/plans';
import { CardDetails } from '@esteira/payments/card-details';
import { PaymentError, type PaymentErrorKind } from '@esteira/payments/payment-error';
import type { ChargeInput, LookupResult, PaymentContext, PaymentGateway } from '@esteira/payments/port';
import { SIMULATED_TEST_CARD } from '@esteira/payments/simulated/test-cards';
import type { CheckoutGateway, CheckoutInput, CheckoutResponse } from '@esteira/validators/checkout';
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
} from './payments';

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
  conflict: ['conflict', 'Os dados mudaram desde a primeira tentativa. Envie como um novo pagamento.'],
};

/** Which gateway takes the payments, and its test card when it is simulated. */
export function getGateway({ modo }: PaymentGateway): CheckoutGateway {
  return { modo, cartao_teste: modo === 'simulado' ? SIMULATED_TEST_CARD : null };
}

/**
 * Pays a plan. The attempt is stored before the gateway is called: however often, however concurrently and
 * after whatever crash a submission is repeated under its key, it is charged once
 * (docs/product-rules.md#charged-once).
 */
export async function payPlan(
  deps: Deps,
  user: SessionUser,
  input: CheckoutInput,
): Promise<CheckoutResponse> {
  const attempt = await registerAttempt(deps, user.id, input);
  if (attempt.payment.status !== 'pendente') return toResponse(attempt.payment);
  return toResponse(
    await payOnce(deps, attempt.payment.id, () => finishPayment(deps, { attempt, user, input })),
  );
}

interface Submission {
  attempt: Attempt;
  user: SessionUser;
  input: CheckoutInput;
}

/** Brings a pending payment to its end, wherever an earlier try of it stopped. */
async function finishPayment(deps: Deps, submission: Submission): Promise<Payment> {
  const { attempt, user } = submission;
  const payment = await findPayment(deps.db, attempt.payment);
  if (payment.status !== 'pendente') return payment;
  const ctx = { usuarioId: user.id, signal: AbortSignal.timeout(CHARGE_TIMEOUT_MS) };
  const known = attempt.isNew
    ? null
    : await deps.payments.lookup(ctx, toReference(payment)).catch(throwFailure);
  return recordPaymentResult(deps, payment, known ?? (await chargeCard(deps.payments, ctx, submission)));
}

async function chargeCard(
  gateway: PaymentGateway,
  ctx: PaymentContext,
  { attempt: { payment }, user, input }: Submission,
): Promise<LookupResult> {
  try {
    return await gateway.charge(ctx, toCharge(payment, user, input));
  } catch (error) {
    const isUncertain = error instanceof PaymentError && error.kind === 'timeout';
    if (!isUncertain) return throwFailure(error);
    // The answer was lost, maybe not the charge.
    const again = { usuarioId: user.id, signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS) };
    const found = await gateway.lookup(again, toReference(payment)).catch(() => null);
    return found ?? throwFailure(error);
  }
}

function toCharge(payment: Payment, user: SessionUser, input: CheckoutInput): ChargeInput {
  return {
    reference: payment.id,
    amountCents: toCents(payment.valor),
    installments: payment.parcelas,
    card: new CardDetails({
      number: input.numero_cartao,
      holder: input.nome_cartao,
      expiry: input.validade,
      cvv: input.cvv,
    }),
    // The client's key is unique within its account only.
    idempotencyKey: payment.id,
    payerEmail: user.email,
  };
}

const toReference = ({ id, id_externo }: Payment) => ({ reference: id, id_externo });

function throwFailure(error: unknown): never {
  if (!(error instanceof PaymentError)) throw error;
  const [kind, message] = FAILURES[error.kind];
  throw new AppError(kind, message, { cause: error });
}

/** What the payer is told; a repetition of the same submission is told the same again. */
function toResponse({ status, plano, valido_ate }: Payment): CheckoutResponse {
  if (status === 'aprovado' && valido_ate !== null) {
    return { message: `Pagamento aprovado! Plano ${PLANS[plano].nome} ativo até ${formatDate(valido_ate)}.` };
  }
  if (status === 'recusado') {
    throw new AppError('payment_required', 'Pagamento recusado pela operadora do cartão');
  }
  if (status === 'pendente') {
    throw new AppError(
      'conflict',
      'Pagamento em análise pela operadora do cartão. Aguarde antes de pagar de novo.',
    );
  }
  throw new AppError('conflict', 'Este pagamento foi estornado');
}
