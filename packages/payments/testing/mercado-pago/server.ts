import { type FailureRule, FailureScript } from '@esteira/config/testing/failure-script';
import {
  type Exchange,
  type Failure,
  type LocalReply,
  type LocalRequest,
  LocalServer,
} from '@esteira/config/testing/local-server';
import { type NoticeOddity, toNotice, toResourceNotice } from './notices';
import { holdsCardData } from './order-rules';
import { cancelOrder, createOrder, readOrder, refundOrder, refuse, searchOrders } from './orders';
import { answerToRenewalRead, answerToRenewalWrite, payRefusedCharge } from './renewals';
import {
  type FakeBehaviour,
  type FakeCall,
  type FakeOrder,
  type FakePayment,
  type FakeRenewal,
  FakeState,
} from './state';

type Options = Partial<FakeBehaviour> & { accessToken?: string; receiverId?: string; port?: number };

/**
 * A Mercado Pago on this machine that keeps the documented rules of the Orders API: it refuses what the real one
 * refuses, and what no caller should do stands in `violations`. For tests only.
 */
export async function startFakeMercadoPago(options: Options = {}): Promise<FakeMercadoPago> {
  const { accessToken = 'APP_USR-de-teste', receiverId = '123456', port = 0, ...behaviour } = options;
  const state = new FakeState(accessToken, receiverId, {
    clock: () => new Date(),
    searchLagMs: 0,
    answersProcessing: false,
    pixPaidAfterMs: 2_000,
    ...behaviour,
  });
  const failures = new FailureScript();
  const server = await LocalServer.start((request) => meet(state, failures, request), { port });
  return new FakeMercadoPago(state, failures, server);
}

/** The running server: what it holds, and what payers, banks and Mercado Pago itself do there. */
export class FakeMercadoPago {
  readonly url: string;
  readonly accessToken: string;
  readonly #state: FakeState;
  readonly #failures: FailureScript;
  readonly #server: LocalServer;

  constructor(state: FakeState, failures: FailureScript, server: LocalServer) {
    this.url = server.url;
    this.accessToken = state.accessToken;
    this.#state = state;
    this.#failures = failures;
    this.#server = server;
  }

  /** Rules that callers broke; expected to be empty at the end of a test. */
  get violations(): readonly string[] {
    return this.#state.violations;
  }

  /** The calls so far, of one method and path when told. */
  calls(method?: string, path?: RegExp): readonly FakeCall[] {
    return this.#state.calls.filter(
      (call) => (method === undefined || call.method === method) && (path?.test(call.path) ?? true),
    );
  }

  /** Every order of the account. */
  get orders(): readonly Readonly<FakeOrder>[] {
    return [...this.#state.orders.keys()].flatMap((id) => this.#state.find(id) ?? []);
  }

  /** Every subscription of the account, with the ids of its charges so far. */
  get renewals(): readonly Readonly<FakeRenewal>[] {
    return [...this.#state.renewals.values()];
  }

  /** What subscriptions charged. */
  get payments(): readonly Readonly<FakePayment>[] {
    return [...this.#state.payments.values()];
  }

  /** Every order under a reference. */
  ordersOf(reference: string): readonly Readonly<FakeOrder>[] {
    return [...this.#state.orders.values()].filter((order) => order.reference === reference);
  }

  /** Changes an order as time, a payer, a bank or a mistake does. */
  change(id: string, fields: Partial<FakeOrder>): void {
    const order = this.#state.find(id);
    if (order === null) throw new Error(`there is no order ${id}`);
    Object.assign(order, fields, { version: order.version + 1 });
  }

  /** Every subscription under a reference, with the ids of its charges so far. */
  renewalsOf(reference: string): readonly Readonly<FakeRenewal>[] {
    return [...this.#state.renewals.values()].filter((renewal) => renewal.reference === reference);
  }

  /** Changes what a subscription charged, as a bank or a mistake does. */
  changePayment(id: string, fields: Partial<FakePayment>): void {
    const payment = this.#state.payments.get(id);
    if (payment === undefined) throw new Error(`there is no payment ${id}`);
    Object.assign(payment, fields);
  }

  /** Scripts a failure for calls to come. */
  fail(rule: FailureRule): void {
    this.#failures.add(rule);
  }

  /** Forgets the scripted failures. */
  recover(): void {
    this.#failures.clear();
  }

  /** The notification of an order as it stands now. */
  notice(id: string, secret: string, oddity?: NoticeOddity) {
    const order = this.#state.find(id);
    if (order === null) throw new Error(`there is no order ${id}`);
    return toNotice(this.#state, order, { secret, oddity });
  }

  /** The notification of anything else, by its topic and id. */
  announce(resource: { topic: string; id: string }, secret: string, oddity?: NoticeOddity) {
    return toResourceNotice(this.#state, resource, { secret, oddity });
  }

  /** A refused charge of a subscription is tried again and paid. Returns the id of the payment. */
  payRefused(renewalId: string, how: 'same payment' | 'new payment'): string {
    return payRefusedCharge(this.#state, renewalId, how);
  }

  /** Ends a subscription as its payer does, or Mercado Pago itself. */
  cancelRenewal(id: string): void {
    const renewal = this.#state.renewals.get(id);
    if (renewal === undefined) throw new Error(`there is no subscription ${id}`);
    renewal.status = 'cancelled';
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

function meet(state: FakeState, failures: FailureScript, request: LocalRequest): Exchange {
  const { method, url, headers } = request;
  const body = request.body.toString('utf8');
  if (holdsCardData(body)) state.violate(`${method} ${url.pathname}: card data in the body`);
  const key = `${url.pathname} ${headers['x-idempotency-key']}`;
  const isBusy = method === 'POST' && state.busyKeys.has(key);
  const failure = withErrorBody(failures.take({ method, path: url.pathname, body }));
  if (method === 'POST' && failure !== 'drop' && !isBusy) state.busyKeys.add(key);
  return {
    failure: isBusy ? refuse(423, 'resource_locked') : failure,
    answer: () => answerTo(state, request, body),
    note: ({ status }) => {
      if (!isBusy) state.busyKeys.delete(key);
      state.calls.push({ method, path: url.pathname, query: url.search, status });
    },
  };
}

function answerTo(state: FakeState, request: LocalRequest, body: string): LocalReply {
  const { method, url, headers } = request;
  if (headers.authorization !== `Bearer ${state.accessToken}`) {
    state.violate(`${method} ${url.pathname}: no bearer token, or another's`);
    return refuse(401, 'unauthorized');
  }
  if (method === 'GET') return answerToRead(state, url);
  if (method !== 'POST' && method !== 'PUT') return unknown(state, `${method} ${url.pathname}`);
  const key = String(headers['x-idempotency-key'] ?? '');
  if (key.length < 1 || key.length > 128) {
    state.violate(`POST ${url.pathname}: X-Idempotency-Key is missing or too long`);
    return refuse(400, 'empty_required_header');
  }
  // The key keeps no subscription from being made twice.
  const renewal = answerToRenewalWrite(state, { method, path: url.pathname, key, body });
  return renewal ?? answerOnce(state, { path: url.pathname, key, body });
}

/** The same key and body get the first answer again, another body is refused. */
function answerOnce(state: FakeState, { path, key, body }: { path: string; key: string; body: string }) {
  const first = state.replies.get(`${path} ${key}`);
  if (first !== undefined)
    return first.body === body ? first.reply : refuse(409, 'idempotency_key_already_used');
  const reply = answerToWrite(state, path, body);
  if (reply.status < 400 || reply.status === 402) state.replies.set(`${path} ${key}`, { body, reply });
  return reply;
}

function answerToRead(state: FakeState, url: URL): LocalReply {
  const { pathname, searchParams } = url;
  if (pathname === '/users/me') {
    return { status: 200, body: { id: Number(state.receiverId), site_id: 'MLB', tags: ['test_user'] } };
  }
  if (pathname === '/v1/payment_methods/installments') return answerInstalments(searchParams);
  if (pathname === '/v1/orders') return searchOrders(state, searchParams);
  const renewal = answerToRenewalRead(state, url);
  if (renewal !== null) return renewal;
  const [, id] = /^\/v1\/orders\/(\w+)$/.exec(pathname) ?? [];
  return id === undefined ? unknown(state, `GET ${pathname}`) : readOrder(state, id);
}

/** What the account offers for an amount, as asked with a card's brand. */
function answerInstalments(query: URLSearchParams): LocalReply {
  if (!query.has('payment_method_id')) return refuse(400, 'required_properties');
  const payer_costs = [1, 2, 3].map((installments) => ({ installments, installment_rate: 0 }));
  return { status: 200, body: [{ payment_method_id: query.get('payment_method_id'), payer_costs }] };
}

function answerToWrite(state: FakeState, path: string, body: string): LocalReply {
  if (path === '/v1/orders') return createOrder(state, JSON.parse(body));
  const [, id = '', step] = /^\/v1\/orders\/(\w+)\/(cancel|refund)$/.exec(path) ?? [];
  if (step === undefined) return unknown(state, `POST ${path}`);
  return step === 'cancel' ? cancelOrder(state, id) : refundOrder(state, id);
}

function unknown(state: FakeState, call: string): LocalReply {
  state.violate(`${call}: there is no such resource`);
  return refuse(404, 'not_found');
}

/** The failure with the body that errors of the Orders API have, where the test gave none. */
function withErrorBody(failure: Failure | null): Failure | null {
  if (failure === null || typeof failure === 'string' || !('status' in failure)) return failure;
  const body = failure.body ?? refuse(failure.status, 'internal_error').body;
  return { ...failure, body };
}
