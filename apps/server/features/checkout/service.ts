import { PLANS } from '@esteira/domain/billing/plans';
import { toCents } from '@esteira/domain/money';
import { PaymentError } from '@esteira/payments/payment-error';
import type { ChargeInput, LookupResult, PaymentContext, PaymentGateway } from '@esteira/payments/port';
import { SIMULATED_TEST_CARD } from '@esteira/payments/simulated/test-cards';
import {
  CARD_DATA_REFUSED,
  type CheckoutGateway,
  type CheckoutResponse,
  type TokenCheckoutResponse,
} from '@esteira/validators/billing/checkout';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import type { SessionUser } from '../../core/security/session-user';
import { getCardPayment, REFUSED, UNDER_REVIEW } from './card-progress';
import { throwCardFailure, throwUnclear } from './gateway-failure';
import { withOneCard } from './one-card';
import { recordPaymentResult } from './payment-result';
import {
  type Attempt,
  findPayment,
  type Payment,
  payOnce,
  registerAttempt,
  toApproval,
  toChargeRef,
} from './payments';
import { cancelOpenPix } from './pix/open-pix';
import { type CardSender, countRefusedCard, limitRefusedCards } from './refused-cards/limit';
import type { Submission } from './submission';

/** How long the payer waits for the card processor, and then for what became of a lost answer. */
const CHARGE_TIMEOUT_MS = 20_000;
const LOOKUP_TIMEOUT_MS = 5_000;

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
 * (docs/product-rules/plans.md#charged-once).
 */
export async function payPlan(
  deps: Deps,
  user: SessionUser,
  submission: Submission,
): Promise<CheckoutResponse> {
  return toResponse(await paySubmission(deps, user, submission), deps.payments.modo);
}

/** The same with a card's token. What the bank does not decide at once is followed by its page. */
export async function payPlanWithToken(
  deps: Deps,
  user: SessionUser,
  submission: Submission,
): Promise<TokenCheckoutResponse> {
  const payment = await paySubmission(deps, user, submission);
  if (payment.status !== 'pendente')
    return { ...toResponse(payment, deps.payments.modo), em_andamento: null };
  const em_andamento = await getCardPayment(deps, user.id, payment.id);
  return { message: em_andamento.message, em_andamento };
}

async function paySubmission(deps: Deps, user: SessionUser, submission: Submission): Promise<Payment> {
  const attempt = await registerAttempt(deps, user.id, submission);
  if (attempt.payment.status !== 'pendente') return attempt.payment;
  const sender = { usuarioId: user.id, ip: submission.ip };
  const work = { attempt, user, submission, sender };
  return payOnce(deps, attempt.payment.id, () =>
    withOneCard(deps, attempt, {
      prepare: async () => {
        if (attempt.isNew) await limitRefusedCards(deps, sender);
        // Before the card is charged, so that a seller never has two charges that can both be paid.
        await cancelOpenPix(deps, user);
      },
      work: () => finishPayment(deps, work),
    }),
  );
}

interface Work {
  attempt: Attempt;
  user: SessionUser;
  submission: Submission;
  sender: CardSender;
}

/** Brings a pending payment to its end, wherever an earlier try of it stopped. */
async function finishPayment(deps: Deps, work: Work): Promise<Payment> {
  const { attempt, user, sender } = work;
  const payment = await findPayment(deps.db, attempt.payment);
  if (payment.status !== 'pendente') return payment;
  const ctx = { usuarioId: user.id, signal: AbortSignal.timeout(CHARGE_TIMEOUT_MS) };
  const known = attempt.isNew ? null : await findCharged(deps, payment, { ctx, sender });
  const result = known ?? (await chargeCard(deps.payments, ctx, work));
  const recorded = await recordPaymentResult(deps, payment, result);
  if (recorded.status === 'recusado') await countRefusedCard(deps, sender);
  return recorded;
}

/** What an earlier try has charged; null where it charged nothing and may be charged now. */
async function findCharged(
  deps: Deps,
  payment: Payment,
  { ctx, sender }: { ctx: PaymentContext; sender: CardSender },
): Promise<LookupResult | null> {
  const known = await deps.payments.lookup(ctx, toChargeRef(payment)).catch(throwUnclear);
  if (known === null) await limitRefusedCards(deps, sender);
  return known;
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
    if (!isUncertain) return throwCardFailure(error);
    // The answer was lost, maybe not the charge.
    const again = { usuarioId: user.id, signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS) };
    const found = await gateway.lookup(again, toChargeRef(payment)).catch(() => null);
    return found ?? throwCardFailure(error);
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

/** What the payer is told; a repetition of the same submission is told the same again. */
function toResponse(payment: Payment, modo: PaymentGateway['modo']): CheckoutResponse {
  const { status, motivo_recusa } = payment;
  const message = toApproval(payment);
  if (message !== null) return { message };
  if (status === 'recusado') {
    throw new AppError('payment_required', (modo === 'simulado' ? null : motivo_recusa) ?? REFUSED);
  }
  if (status === 'pendente') {
    throw new AppError('conflict', UNDER_REVIEW);
  }
  throw new AppError('conflict', 'Este pagamento foi estornado');
}
