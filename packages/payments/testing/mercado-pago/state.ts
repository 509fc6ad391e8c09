import type { LocalReply } from '@esteira/config/testing/local-server';

/** An order of the fake, with its one payment. Amounts are cents. */
export type FakeOrder = {
  id: string;
  paymentId: string;
  status: string;
  detail: string;
  reference: string;
  amountCents: number;
  currency: string;
  receiverId: string;
  createdAt: Date;
  method: Readonly<Record<string, unknown>>;
  /** A Pix: until when it can be paid, and when its payer pays it by himself. */
  pix: { expiresAt: Date; paysAt: Date | null } | null;
  /** How often a refund was asked for: the first comes too soon. */
  refundCalls: number;
  /** Counts changes, as notifications tell it. */
  version: number;
};

/** A charge that a subscription made: a payment of the Payments API. */
export type FakePayment = {
  id: string;
  status: string;
  reference: string;
  amountCents: number;
  currency: string;
  receiverId: string;
  refundKeys: Set<string>;
};

/** A subscription of the fake. */
export type FakeRenewal = {
  id: string;
  status: 'authorized' | 'cancelled';
  reference: string;
  email: string;
  amountCents: number;
  months: number;
  startsAt: Date;
  /** Whether its charges are approved: those of the holder FUND are not. */
  isFunded: boolean;
  charges: string[];
};

export type FakeCall = { method: string; path: string; query: string; status: number };

/** What the test decides about the fake's behaviour. */
export type FakeBehaviour = {
  clock: () => Date;
  /** How long a search does not find an order that reading it by its id shows. */
  searchLagMs: number;
  /** Answers `processing` first, where the caller leaves the capture mode to Mercado Pago. */
  answersProcessing: boolean;
  /** After how long the payer APRO pays a Pix. */
  pixPaidAfterMs: number;
};

/** So long a bank waits for a payer's answer. */
const CHALLENGE_MS = 5 * 60_000;

/** Everything that the fake remembers, with what it found wrong in the requests. */
export class FakeState {
  readonly orders = new Map<string, FakeOrder>();
  readonly renewals = new Map<string, FakeRenewal>();
  /** What renewals charged, by id. */
  readonly payments = new Map<string, FakePayment>();
  /** First replies by path and key, with the body that they answered. */
  readonly replies = new Map<string, { body: string; reply: LocalReply }>();
  readonly busyKeys = new Set<string>();
  readonly usedTokens = new Map<string, string>();
  readonly violations: string[] = [];
  readonly calls: FakeCall[] = [];
  #orders = 0;

  constructor(
    readonly accessToken: string,
    readonly receiverId: string,
    readonly behaviour: FakeBehaviour,
  ) {}

  /** The number of the next order; ids are letters and digits, as Mercado Pago's. */
  nextNumber(): string {
    this.#orders += 1;
    return `01K${String(this.#orders).padStart(8, '0')}`;
  }

  /** The order as it stands by the clock: a Pix is paid or runs out without a request. */
  find(id: string): FakeOrder | null {
    const order = this.orders.get(id);
    if (order === undefined) return null;
    const now = this.behaviour.clock();
    const { pix } = order;
    if (order.detail === 'waiting_transfer' && pix !== null) {
      if (pix.paysAt !== null && pix.paysAt <= now) this.move(order, 'processed', 'accredited');
      else if (pix.expiresAt <= now) this.move(order, 'canceled', 'expired');
    }
    const isOld = now.getTime() - order.createdAt.getTime() >= CHALLENGE_MS;
    if (order.detail === 'pending_challenge' && isOld) this.move(order, 'canceled', 'expired');
    if (order.detail === 'in_process_first') this.move(order, 'processed', 'accredited');
    return order;
  }

  move(order: FakeOrder, status: string, detail: string): void {
    Object.assign(order, { status, detail, version: order.version + 1 });
  }

  /** Notes that a request broke a documented rule; tests expect that there is none. */
  violate(what: string): void {
    this.violations.push(what);
  }
}
