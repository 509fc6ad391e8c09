import { formatDate } from '@esteira/domain/calendar';
import { toCents } from '@esteira/domain/money';
import { PLANS } from '@esteira/domain/plans';
import { CardDetails } from '@esteira/payments/card-details';
import { PaymentError } from '@esteira/payments/payment-error';
import type { ChargeInput, LookupResult, PaymentContext, PaymentGateway } from '@esteira/payments/port';
import { SIMULATED_TEST_CARD } from '@esteira/payments/simulated/test-cards';
import type { CheckoutAnswer, CheckoutGateway, CheckoutInput } from '@esteira/validators/checkout';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import type { SessionUser } from '../../core/security/session-user';
import { type Attempt, findPayment, type Payment, registerAttempt } from './attempt';
import { paymentFailure } from './payment-failure';
import { settlePayment } from './settlement';
import { shared } from './turn';

/** How long the payer waits for the card processor, and then for what became of a lost answer (milliseconds). */
const CHARGE_TIMEOUT = 20_000;
const LOOKUP_TIMEOUT = 5_000;

/** Which gateway takes the payments, and its test card when it is simulated. */
export function gatewayInUse({ modo }: PaymentGateway): CheckoutGateway {
  return { modo, cartao_teste: modo === 'simulado' ? SIMULATED_TEST_CARD : null };
}

/**
 * Pays a plan (decisions §10). The attempt is stored before the gateway is called: however often, however
 * concurrently and after whatever crash a submission is repeated under its key, it is charged once.
 */
export async function payPlan(deps: Deps, user: SessionUser, input: CheckoutInput): Promise<CheckoutAnswer> {
  const attempt = await registerAttempt(deps, user.id, input);
  if (attempt.payment.status !== 'pendente') return answerFor(attempt.payment);
  return answerFor(await shared(deps, attempt.payment.id, () => finish(deps, { attempt, user, input })));
}

interface Submission {
  attempt: Attempt;
  user: SessionUser;
  input: CheckoutInput;
}

/** Brings a pending payment to its end, wherever an earlier try of it stopped. */
async function finish(deps: Deps, submission: Submission): Promise<Payment> {
  const { attempt, user } = submission;
  const payment = await findPayment(deps.db, attempt.payment);
  if (payment.status !== 'pendente') return payment;
  const ctx = { usuarioId: user.id, signal: AbortSignal.timeout(CHARGE_TIMEOUT) };
  const known = attempt.isNew ? null : await deps.payments.lookup(ctx, referenceOf(payment)).catch(fail);
  return settlePayment(deps, payment, known ?? (await charge(deps.payments, ctx, submission)));
}

async function charge(
  gateway: PaymentGateway,
  ctx: PaymentContext,
  { attempt: { payment }, user, input }: Submission,
): Promise<LookupResult> {
  try {
    return await gateway.charge(ctx, chargeOf(payment, user, input));
  } catch (error) {
    const isUncertain = error instanceof PaymentError && error.kind === 'timeout';
    if (!isUncertain) return fail(error);
    // The answer was lost, maybe not the charge.
    const again = { usuarioId: user.id, signal: AbortSignal.timeout(LOOKUP_TIMEOUT) };
    const found = await gateway.lookup(again, referenceOf(payment)).catch(() => null);
    return found ?? fail(error);
  }
}

function chargeOf(payment: Payment, user: SessionUser, input: CheckoutInput): ChargeInput {
  return {
    referencia: payment.id,
    valor_centavos: toCents(payment.valor),
    parcelas: payment.parcelas,
    cartao: new CardDetails({
      numero: input.numero_cartao,
      nome: input.nome_cartao,
      validade: input.validade,
      cvv: input.cvv,
    }),
    // The client's key is unique within its account only.
    chave_idempotencia: payment.id,
    pagador_email: user.email,
  };
}

const referenceOf = ({ id, id_externo }: Payment) => ({ referencia: id, id_externo });

function fail(error: unknown): never {
  throw paymentFailure(error);
}

/** What the payer is told; a repetition of the same submission is told the same again. */
function answerFor({ status, plano, valido_ate }: Payment): CheckoutAnswer {
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
