import type { LocalReply } from '@esteira/config/testing/local-server';
import { addMonths } from '@esteira/domain/calendar';
import { z } from 'zod';
import type { FakePayment, FakeRenewal, FakeState } from './state';

const instant = z.iso.datetime({ offset: true });
const body = z.strictObject({
  reason: z.string().min(1),
  external_reference: z.string().min(1).max(64),
  payer_email: z.email(),
  card_token_id: z.string().min(1),
  auto_recurring: z
    .strictObject({
      frequency: z.int().min(1),
      frequency_type: z.enum(['days', 'months']),
      transaction_amount: z.number().positive(),
      currency_id: z.literal('BRL'),
      start_date: instant.optional(),
      end_date: instant.optional(),
    })
    // The one without the other is passed over.
    .refine(({ start_date, end_date }) => (start_date === undefined) === (end_date === undefined)),
  back_url: z.url({ protocol: /^https$/ }),
  status: z.literal('authorized'),
});

const refuse = (code: string, message: string): LocalReply => ({
  status: 400,
  body: { status: 400, code, message },
});

/** The answer of a write that concerns subscriptions or their payments; null when it does not. */
export function answerToRenewalWrite(
  state: FakeState,
  call: { method: string; path: string; key: string; body: string },
): LocalReply | null {
  if (call.path === '/preapproval') return startRenewal(state, JSON.parse(call.body));
  const [, renewalId] = /^\/preapproval\/(\w+)$/.exec(call.path) ?? [];
  if (renewalId !== undefined && call.method === 'PUT') {
    return endRenewal(state, renewalId, JSON.parse(call.body));
  }
  const [, paymentId] = /^\/v1\/payments\/(\d+)\/refunds$/.exec(call.path) ?? [];
  return paymentId === undefined ? null : refundPayment(state, paymentId, call.key);
}

/** The answer of a read that concerns them; null when it does not. */
export function answerToRenewalRead(state: FakeState, { pathname, searchParams }: URL): LocalReply | null {
  if (pathname === '/preapproval/search') {
    // It passes over external_reference, and tells little of each.
    const email = searchParams.get('payer_email');
    const results = [...state.renewals.values()]
      .filter((renewal) => email === null || renewal.email === email)
      .map((renewal) => ({ ...show(renewal), next_payment_date: null }));
    return toPage(results, searchParams, 30);
  }
  if (pathname === '/authorized_payments/search') {
    const renewal = findRenewal(state, searchParams.get('preapproval_id') ?? '');
    const results = (renewal?.charges ?? []).map((id) => ({
      id: `1${id}`,
      // Also for a charge that was refused.
      status: 'processed',
      payment: { id: Number(id), status: state.payments.get(id)?.status },
    }));
    return toPage(results, searchParams, 10);
  }
  const [, chargeId] = /^\/authorized_payments\/1(\d+)$/.exec(pathname) ?? [];
  if (chargeId !== undefined) {
    const renewal = [...state.renewals.values()].find(({ charges }) => charges.includes(chargeId)) ?? null;
    return found(renewal, ({ id, reference }) => ({
      id: `1${chargeId}`,
      preapproval_id: id,
      external_reference: reference,
    }));
  }
  const [, renewalId] = /^\/preapproval\/(\w+)$/.exec(pathname) ?? [];
  if (renewalId !== undefined) return found(findRenewal(state, renewalId), show);
  const [, paymentId] = /^\/v1\/payments\/(\d+)$/.exec(pathname) ?? [];
  if (paymentId === undefined) return null;
  return found(state.payments.get(paymentId) ?? null, (payment) => showPayment(state, payment));
}

/** A page of a search, as long as it is unless told otherwise. */
function toPage(results: readonly unknown[], query: URLSearchParams, usual: number): LocalReply {
  const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? usual)];
  const paging = { offset, limit, total: results.length };
  return { status: 200, body: { paging, results: results.slice(offset, offset + limit) } };
}

function found<T>(value: T | null, toBody: (value: T) => unknown): LocalReply {
  if (value !== null) return { status: 200, body: toBody(value) };
  return { status: 404, body: { status: 404, message: 'not found' } };
}

/** A second call under the same key makes a second subscription. */
function startRenewal(state: FakeState, json: unknown): LocalReply {
  const parsed = body.safeParse(json);
  if (!parsed.success) {
    state.violate(`POST /preapproval: ${parsed.error.issues.map(({ path }) => path.join('.')).join(' ')}`);
    return refuse('bad_request', 'Invalid request');
  }
  const { card_token_id, auto_recurring, external_reference, payer_email } = parsed.data;
  const [, holder] = /^tok_([A-Z]{4})_[\w-]+$/.exec(card_token_id) ?? [];
  if (state.usedTokens.has(card_token_id)) {
    return refuse('bad_request', 'Card token was used, please generate new');
  }
  state.usedTokens.set(card_token_id, external_reference);
  if (holder !== 'APRO' && holder !== 'FUND') {
    return refuse('CC_VAL_433', 'Credit card validation has failed');
  }
  const renewal: FakeRenewal = {
    id: `2c93${state.nextNumber().toLowerCase()}`,
    status: 'authorized',
    reference: external_reference,
    email: payer_email,
    amountCents: Math.round(auto_recurring.transaction_amount * 100),
    months: auto_recurring.frequency,
    startsAt: new Date(auto_recurring.start_date ?? state.behaviour.clock()),
    isFunded: holder === 'APRO',
    charges: [],
  };
  state.renewals.set(renewal.id, renewal);
  return { status: 201, body: show(renewal) };
}

/** A cancelled one stays so; other fields are answered with 200 and passed over. */
function endRenewal(state: FakeState, id: string, json: unknown): LocalReply {
  const renewal = findRenewal(state, id);
  if (renewal === null) return { status: 404, body: { status: 404, message: 'not found' } };
  if (renewal.status === 'cancelled') return refuse('bad_request', 'Invalid transition from cancelled');
  const change = z.object({ status: z.string() }).safeParse(json);
  if (change.data?.status === 'cancelled') renewal.status = 'cancelled';
  return { status: 200, body: show(renewal) };
}

function refundPayment(state: FakeState, id: string, key: string): LocalReply {
  const payment = state.payments.get(id);
  if (payment === undefined) return { status: 404, body: { status: 404, message: 'not found' } };
  if (payment.refundKeys.has(key)) return { status: 200, body: null };
  if (payment.status !== 'approved') {
    return { status: 400, body: { status: 400, message: 'refused', cause: [{ code: 2063 }] } };
  }
  payment.refundKeys.add(key);
  payment.status = 'refunded';
  return { status: 201, body: { id: 1, payment_id: Number(id), status: 'approved' } };
}

/** The subscription with what it has charged by now. */
function findRenewal(state: FakeState, id: string): FakeRenewal | null {
  const renewal = state.renewals.get(id);
  if (renewal === undefined) return null;
  while (renewal.status === 'authorized' && nextAt(renewal) <= state.behaviour.clock()) {
    const { reference, amountCents, isFunded } = renewal;
    const paymentId = String(130_000_000 + state.payments.size);
    state.payments.set(paymentId, {
      id: paymentId,
      status: isFunded ? 'approved' : 'rejected',
      reference,
      amountCents,
      currency: 'BRL',
      receiverId: state.receiverId,
      refundKeys: new Set(),
    });
    renewal.charges.push(paymentId);
  }
  return renewal;
}

/** Tries the last charge of a subscription again, which is paid: under the same payment, or another one. */
export function payRefusedCharge(state: FakeState, id: string, how: 'same payment' | 'new payment'): string {
  const renewal = findRenewal(state, id);
  const refused = state.payments.get(renewal?.charges.at(-1) ?? '');
  if (renewal === null || refused === undefined) throw new Error(`nothing was charged by ${id}`);
  if (how === 'same payment') {
    refused.status = 'approved';
    return refused.id;
  }
  const paid = { ...refused, id: String(130_000_000 + state.payments.size), status: 'approved' };
  state.payments.set(paid.id, paid);
  renewal.charges.splice(-1, 1, paid.id);
  return paid.id;
}

function nextAt({ startsAt, charges, months }: FakeRenewal): Date {
  return addMonths(startsAt, charges.length * months);
}

function show(renewal: FakeRenewal) {
  const { id, status, reference, email, amountCents, months } = renewal;
  return {
    id,
    version: 1,
    status,
    external_reference: reference,
    payer_email: email,
    next_payment_date: nextAt(renewal).toISOString(),
    auto_recurring: {
      frequency: months,
      frequency_type: 'months',
      transaction_amount: amountCents / 100,
      currency_id: 'BRL',
    },
  };
}

/** Of its subscription a payment tells in this place alone. */
function showPayment(state: FakeState, payment: FakePayment) {
  const { id, status, reference, amountCents, currency, receiverId } = payment;
  const renewal = [...state.renewals.values()].find(({ charges }) => charges.includes(id));
  return {
    id: Number(id),
    status,
    status_detail: status === 'approved' ? 'accredited' : 'cc_rejected_insufficient_amount',
    external_reference: reference,
    transaction_amount: amountCents / 100,
    currency_id: currency,
    collector_id: Number(receiverId),
    point_of_interaction: { transaction_data: { subscription_id: renewal?.id } },
  };
}
