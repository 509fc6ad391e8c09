import { randomUUID } from 'node:crypto';
import type { LocalReply } from '@esteira/config/testing/local-server';
import { type OrderBody, parseOrderBody } from './order-rules';
import type { FakeOrder, FakeState } from './state';

/** What becomes of a card, by its holder: the tokens of the fake are `tok_HOLDER_anything`. */
const BY_HOLDER: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  APRO: ['processed', 'accredited'],
  CONT: ['processing', 'in_process'],
  CHAL: ['action_required', 'pending_challenge'],
  // Without an address for it.
  CHNO: ['action_required', 'pending_challenge'],
  OTHE: ['failed', 'rejected_by_issuer'],
  CALL: ['failed', 'required_call_for_authorize'],
  FUND: ['failed', 'insufficient_amount'],
  SECU: ['failed', 'bad_filled_card_data'],
  EXPI: ['failed', 'bad_filled_card_data'],
  FORM: ['failed', 'bad_filled_card_data'],
  RISK: ['failed', 'high_risk'],
  LOCK: ['failed', 'card_disabled'],
  ATTE: ['failed', 'max_attempts_exceeded'],
  INST: ['failed', 'invalid_installments'],
};

/** Where banks ask payers something. */
export const CHALLENGES = 'https://acs.banco.example/desafio';

/** The body of an error of the Orders API. */
export function refuse(status: number, code: string): LocalReply {
  return { status, body: { errors: [{ code, message: code, details: [] }] } };
}

/** `POST /v1/orders`. A refused card is 402 with the order in `data`. */
export function createOrder(state: FakeState, json: unknown): LocalReply {
  const body = parseOrderBody(json);
  if ('refusal' in body) {
    state.violate(`POST /v1/orders: ${body.refusal}`);
    return refuse(400, body.refusal);
  }
  const order = toOrder(state, body);
  state.orders.set(order.id, order);
  if (order.status !== 'failed') return { status: 201, body: show(order) };
  const { id, status, transactions } = show(order);
  return {
    status: 402,
    body: {
      errors: [
        {
          code: 'failed',
          message: 'The following transactions failed',
          details: [`${order.paymentId}: ${order.detail}`],
        },
      ],
      data: { id, status, status_detail: 'failed', transactions },
    },
  };
}

function toOrder(state: FakeState, body: OrderBody): FakeOrder {
  const [payment] = body.transactions.payments;
  if (payment === undefined) throw new Error('an order without a payment');
  const number = state.nextNumber();
  const createdAt = state.behaviour.clock();
  const method = payment.payment_method;
  const [status, detail] =
    'token' in method ? decideCard(state, body, method.token) : ['action_required', 'waiting_transfer'];
  return {
    id: `ORDTST${number}`,
    paymentId: `PAY${number}`,
    status,
    detail,
    reference: body.external_reference,
    amountCents: Number(body.total_amount.replace('.', '')),
    currency: 'BRL',
    receiverId: state.receiverId,
    createdAt,
    method:
      'token' in method
        ? toCardMethod(method, number, detail)
        : { ...method, qr_code: `00020126PIX${randomUUID()}` },
    pix: 'token' in method ? null : toPix(state, body, createdAt),
    refundCalls: 0,
    version: 1,
  };
}

/** A challenge stands at an address of the bank's. */
function toCardMethod(method: object, number: string, detail: string): FakeOrder['method'] {
  const isShown = detail === 'pending_challenge' && !/^tok_CHNO_/.test(String(Reflect.get(method, 'token')));
  return { ...method, ...(isShown ? { transaction_security: { url: `${CHALLENGES}/${number}` } } : {}) };
}

function decideCard(state: FakeState, body: OrderBody, token: string): readonly [string, string] {
  const [, holder = ''] = /^tok_([A-Z]{4})_[\w-]+$/.exec(token) ?? [];
  const decided = BY_HOLDER[holder];
  const firstUse = state.usedTokens.get(token);
  state.usedTokens.set(token, body.external_reference);
  if (decided === undefined || firstUse !== undefined) return ['failed', 'invalid_card_token'];
  const isAsync = body.capture_mode !== 'automatic' && state.behaviour.answersProcessing;
  return isAsync && holder === 'APRO' ? ['processing', 'in_process_first'] : decided;
}

const UNITS_MS = { S: 1_000, M: 60_000, H: 3_600_000 } as const;

/** At the official minimum of 30 minutes a test cannot wait for the end, so shorter terms count as they are given. */
function toPix(state: FakeState, body: OrderBody, createdAt: Date): FakeOrder['pix'] {
  const term = body.transactions.payments[0]?.expiration_time ?? 'PT24H';
  const unit = term.at(-1) === 'S' ? 'S' : term.at(-1) === 'M' ? 'M' : 'H';
  const expiresAt = new Date(createdAt.getTime() + Number(term.slice(2, -1)) * UNITS_MS[unit]);
  const pays = body.payer.first_name === 'APRO';
  const paysAt = pays ? new Date(createdAt.getTime() + state.behaviour.pixPaidAfterMs) : null;
  return { expiresAt, paysAt };
}

/** `GET /v1/orders/{id}`. */
export function readOrder(state: FakeState, id: string): LocalReply {
  const order = state.find(id);
  return order === null ? refuse(404, 'order_not_found') : { status: 200, body: show(order) };
}

/** `GET /v1/orders`: both dates are required. */
export function searchOrders(state: FakeState, query: URLSearchParams): LocalReply {
  const [begin, end] = [query.get('begin_date'), query.get('end_date')].map((date) => Date.parse(date ?? ''));
  if (begin === undefined || end === undefined || Number.isNaN(begin + end)) {
    state.violate('GET /v1/orders: both dates are required');
    return refuse(400, 'required_properties');
  }
  const visibleBefore = state.behaviour.clock().getTime() - state.behaviour.searchLagMs;
  const found = [...state.orders.keys()]
    .map((id) => state.find(id))
    .filter((order) => order !== null)
    .filter((order) => {
      const created = order.createdAt.getTime();
      return created >= begin && created <= end && created <= visibleBefore;
    })
    .filter(
      ({ reference }) => !query.has('external_reference') || reference === query.get('external_reference'),
    );
  return { status: 200, body: { data: found.map(show), paging: { total: String(found.length) } } };
}

/** `POST /v1/orders/{id}/cancel`. */
export function cancelOrder(state: FakeState, id: string): LocalReply {
  const order = state.find(id);
  if (order === null) return refuse(404, 'order_not_found');
  if (order.status === 'canceled') return refuse(409, 'order_already_cancelled');
  if (order.status !== 'action_required') return refuse(409, 'cannot_cancel_order');
  state.move(order, 'canceled', 'canceled_transaction');
  return { status: 200, body: show(order) };
}

/** `POST /v1/orders/{id}/refund`, of the whole amount: the first one comes too soon after the approval. */
export function refundOrder(state: FakeState, id: string): LocalReply {
  const order = state.find(id);
  if (order === null) return refuse(404, 'order_not_found');
  if (order.status === 'refunded') return refuse(409, 'order_already_refunded');
  if (order.status !== 'processed') return refuse(409, 'cannot_refund_order');
  order.refundCalls += 1;
  if (order.refundCalls === 1) return refuse(422, 'unprocessable_entity');
  state.move(order, 'refunded', 'refunded');
  return { status: 201, body: show(order) };
}

/** An order as the API answers it. The payer's data is not in it. */
function show(order: FakeOrder) {
  const amount = (order.amountCents / 100).toFixed(2);
  const detail = order.detail === 'in_process_first' ? 'in_process' : order.detail;
  return {
    id: order.id,
    type: 'online',
    status: order.status,
    status_detail: order.status === 'failed' ? 'failed' : detail,
    external_reference: order.reference,
    country_code: 'BRA',
    user_id: order.receiverId,
    processing_mode: 'automatic',
    total_amount: amount,
    total_paid_amount: order.status === 'processed' ? amount : '0.00',
    currency: order.currency,
    created_date: order.createdAt.toISOString(),
    transactions: {
      payments: [
        {
          id: order.paymentId,
          status: order.status,
          status_detail: detail,
          amount,
          payment_method: order.method,
          ...(order.pix === null ? {} : { date_of_expiration: order.pix.expiresAt.toISOString() }),
        },
      ],
    },
  };
}
