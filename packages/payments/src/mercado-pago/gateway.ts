import { INSTALLMENT_OPTIONS } from '@esteira/domain/billing/plans';
import { HOUR_MS } from '@esteira/domain/durations';
import { z } from 'zod';
import { PaymentError } from '../payment-error';
import type {
  ChargeInput,
  ChargeRef,
  ChargeResult,
  KnownCharge,
  LookupResult,
  PaymentContext,
  PaymentGateway,
  PixInput,
} from '../port';
import { type ClientOptions, MercadoPagoClient, type MercadoPagoReply } from './client';
import { parseErrorCode, toPaymentError } from './errors';
import { type Order, parseOrder, parseOrderList } from './order';
import { toCardOrder, toPixOrder } from './order-body';
import { isAlreadyRefunded, isPaymentId, parsePayment } from './payment';
import { MercadoPagoRenewals } from './renewals';
import { isChallenge, requireAgreement, toResult, toUnansweredChallenge } from './result';

export type MercadoPagoOptions = ClientOptions & { publicKey: string; clock: () => Date };

const CHALLENGE_MS = 15 * 60_000;
/** Answers to a cancel or refund that comes too soon after what it takes back. */
const NOT_YET = [
  'processor_communication_error',
  'post_processing_operation_pending',
  'unprocessable_entity',
];
/** Answers to one that has nothing left to do, or comes too late: the order itself tells which. */
const DECIDED = [
  'cannot_cancel_order',
  'order_already_cancelled',
  'order_already_refunded',
  'cannot_refund_order',
];
const INVALID = 'O serviço de pagamento recusou os dados da cobrança. Nada foi cobrado.';
const NO_RESULT = 'O serviço de pagamento ainda não informou o resultado.';
/** Of several orders under one reference the one that moved money counts. */
const BY_WEIGHT = ['aprovado', 'contestado', 'estornado', 'pendente', 'recusado'] as const;

/**
 * Charges through Mercado Pago's Orders API, onto the account whose access token it bears
 * (docs/decisions/0026-mercado-pago.md).
 */
export function createMercadoPagoGateway(options: MercadoPagoOptions): PaymentGateway {
  return new MercadoPagoGateway(options);
}

class MercadoPagoGateway implements PaymentGateway {
  readonly modo = 'mercadopago';
  readonly publicKey: string;
  readonly renewals: MercadoPagoRenewals;
  readonly #client: MercadoPagoClient;
  readonly #clock: () => Date;
  #receiverId: string | null = null;

  constructor({ clock, publicKey, ...options }: MercadoPagoOptions) {
    this.publicKey = publicKey;
    this.#client = new MercadoPagoClient(options);
    this.#clock = clock;
    this.renewals = new MercadoPagoRenewals(this.#client, clock);
  }

  async charge(ctx: PaymentContext, input: ChargeInput): Promise<ChargeResult> {
    const { card, installments } = input;
    const isOffered = INSTALLMENT_OPTIONS.some((option) => option === installments);
    if (card.kind !== 'token' || !isOffered) throw new PaymentError('invalid', INVALID);
    const result = await this.#create(ctx, input, () => toCardOrder(input, card));
    if (!isTakenBack(result)) return result;
    // A charge that is repeated under its key may have been given back meanwhile; it is paid no second time.
    return { status: 'recusado', id_externo: result.id_externo, motivo: 'Este pagamento foi estornado.' };
  }

  async createPix(ctx: PaymentContext, input: PixInput): Promise<LookupResult> {
    return this.#create(ctx, input, () => toPixOrder(input));
  }

  async lookup(ctx: PaymentContext, charge: ChargeRef): Promise<LookupResult | null> {
    const { id_externo } = charge;
    const ids = id_externo ? [id_externo] : await this.#search(ctx, charge);
    const results: LookupResult[] = [];
    for (const id of ids) {
      const order = await this.#read(ctx, id);
      if (order !== null) results.push(await this.#check(ctx, charge, order));
    }
    const [first] = BY_WEIGHT.flatMap((status) => results.filter((result) => result.status === status));
    return first ?? null;
  }

  cancel(ctx: PaymentContext, charge: KnownCharge): Promise<LookupResult> {
    return this.#change(ctx, charge, 'cancel');
  }

  async refund(ctx: PaymentContext, charge: KnownCharge): Promise<LookupResult> {
    const result = await this.#change(ctx, charge, 'refund');
    if (result.status === 'pendente' || result.status === 'recusado')
      throw new PaymentError('invalid', INVALID);
    return result;
  }

  async #create(
    ctx: PaymentContext,
    input: ChargeInput | PixInput,
    toBody: () => unknown,
  ): Promise<LookupResult> {
    const { amountCents, idempotencyKey } = input;
    const isAmount = Number.isSafeInteger(amountCents) && amountCents > 0;
    if (!isAmount || !/^.{1,128}$/.test(idempotencyKey)) throw new PaymentError('invalid', INVALID);
    // Asked before anything is charged, so that its failure leaves nothing behind.
    await this.#receiver(ctx).catch(asNotCharged);
    const charge = { ...input, createdAt: this.#clock() };
    const body = toBody();
    const reply = await this.#client.call(ctx, { method: 'POST', path: '/v1/orders', idempotencyKey, body });
    const order = parseOrder(reply.body);
    if (order !== null) return this.#check(ctx, charge, order);
    const error = toPaymentError(reply);
    if (error.kind !== 'conflict') throw error;
    // A repeated submission bears a new token, which makes its body another one: the first charge is what counts.
    const first = await this.lookup(ctx, charge);
    // The used key proves that there is one, which the search does not show yet.
    if (first === null) throw new PaymentError('timeout', NO_RESULT);
    return first;
  }

  async #change(ctx: PaymentContext, charge: KnownCharge, step: 'cancel' | 'refund'): Promise<LookupResult> {
    const { id_externo, idempotencyKey } = charge;
    const path = toStepPath(id_externo, step);
    const reply = await this.#client.call(ctx, { method: 'POST', path, idempotencyKey, retryOn: NOT_YET });
    if (reply.status >= 300 && !isDecided(reply)) throw toChangeError(reply);
    const order = await this.#read(ctx, id_externo);
    if (order === null) throw new PaymentError('invalid', INVALID);
    // Not `#check`: it would cancel a bank's question that is still open again, without end.
    const result = await this.#finish(ctx, charge, order);
    const isRefused = parseErrorCode(reply) === 'cannot_refund_order';
    if (isRefused && result.status === 'aprovado') throw new PaymentError('invalid', INVALID);
    return result;
  }

  /** What an order means for the charge that was asked for. */
  async #check(ctx: PaymentContext, charge: ChargeRef, order: Order): Promise<LookupResult> {
    if (isChallenge(order) && !this.#isAnswerable(charge, order))
      return this.#giveUpChallenge(ctx, charge, order);
    return this.#finish(ctx, charge, order);
  }

  async #finish(ctx: PaymentContext, charge: ChargeRef, order: Order): Promise<LookupResult> {
    const result = toResult(order);
    const isOurs = order.reference === null || order.reference === charge.reference;
    if (result.status === 'aprovado' || !isOurs) {
      requireAgreement(order, charge, await this.#receiver(ctx));
    }
    return result;
  }

  /** Mercado Pago itself ends a challenge after about five minutes; one that it left open would be pending for ever. */
  #isAnswerable({ createdAt }: ChargeRef, { challengeUrl }: Order): boolean {
    return challengeUrl !== null && this.#clock().getTime() - createdAt.getTime() < CHALLENGE_MS;
  }

  async #giveUpChallenge(ctx: PaymentContext, charge: ChargeRef, order: Order): Promise<LookupResult> {
    const known = { ...charge, id_externo: order.id, idempotencyKey: `cancel-${order.id}` };
    const result = await this.#change(ctx, known, 'cancel');
    return result.status === 'recusado' ? toUnansweredChallenge(order) : result;
  }

  async #read(ctx: PaymentContext, id: string): Promise<Order | null> {
    const isPayment = isPaymentId(id);
    const path = isPayment ? `/v1/payments/${id}` : `/v1/orders/${encodeURIComponent(id)}`;
    const reply = await this.#client.call(ctx, { method: 'GET', path });
    if (reply.status === 404) return null;
    return (isPayment ? parsePayment : parseOrder)(reply.body) ?? fail(reply);
  }

  /** The ids of the orders under our reference; a search without both dates is refused. */
  async #search(ctx: PaymentContext, { reference, createdAt }: ChargeRef): Promise<string[]> {
    const query = {
      begin_date: new Date(createdAt.getTime() - HOUR_MS).toISOString(),
      end_date: new Date(this.#clock().getTime() + HOUR_MS).toISOString(),
      external_reference: reference,
    };
    const reply = await this.#client.call(ctx, { method: 'GET', path: '/v1/orders', query });
    const orders = parseOrderList(reply.body) ?? fail(reply);
    return orders.filter((order) => order.reference === reference).map(({ id }) => id);
  }

  /** Our own account, which every payment must have gone to; asked for once. */
  async #receiver(ctx: PaymentContext): Promise<string> {
    if (this.#receiverId !== null) return this.#receiverId;
    const reply = await this.#client.call(ctx, { method: 'GET', path: '/users/me' });
    const parsed = z.object({ id: z.union([z.string().min(1), z.number()]) }).safeParse(reply.body);
    if (!parsed.success) return fail(reply);
    this.#receiverId = String(parsed.data.id);
    return this.#receiverId;
  }
}

function toStepPath(id: string, step: 'cancel' | 'refund'): string {
  return isPaymentId(id) ? `/v1/payments/${id}/refunds` : `/v1/orders/${encodeURIComponent(id)}/${step}`;
}

/** Whether an answer says that nothing is left to do: the charge itself tells what became of it. */
function isDecided(reply: MercadoPagoReply): boolean {
  return DECIDED.includes(parseErrorCode(reply) ?? '') || isAlreadyRefunded(reply.body);
}

/** What comes too soon for all tries of a call may still succeed later. */
function toChangeError(reply: MercadoPagoReply): PaymentError {
  const isNotYet = NOT_YET.includes(parseErrorCode(reply) ?? '');
  return isNotYet ? new PaymentError('timeout', NO_RESULT) : toPaymentError(reply);
}

function isTakenBack(result: LookupResult): result is Exclude<LookupResult, ChargeResult> {
  return result.status === 'estornado' || result.status === 'contestado';
}

function fail(reply: MercadoPagoReply): never {
  throw toPaymentError(reply);
}

function asNotCharged(error: unknown): never {
  if (!(error instanceof PaymentError) || error.kind === 'misconfigured') throw error;
  throw new PaymentError('unavailable', 'O serviço de pagamento está indisponível. Nada foi cobrado.');
}
