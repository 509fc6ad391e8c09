import { z } from 'zod';
import { PaymentError } from '../payment-error';
import type {
  AnnouncedCharge,
  ChargeOwner,
  PaymentContext,
  RefusedRenewal,
  RenewalGateway,
  RenewalStart,
  RenewalState,
} from '../port';
import type { MercadoPagoClient, MercadoPagoReply } from './client';
import { toPaymentError } from './errors';

const ID = z.union([z.string().min(1), z.number()]).transform(String);
const preapproval = z.object({
  id: z.string().min(1),
  status: z.string(),
  external_reference: z.string().nullish(),
  next_payment_date: z.iso.datetime({ offset: true }).nullish(),
});
const charge = z.object({ payment: z.object({ id: ID.nullish() }).nullish() });

/** Where a resource that a notification names is read. */
const PATHS = {
  payment: 'v1/payments',
  subscription_authorized_payment: 'authorized_payments',
  subscription_preapproval: 'preapproval',
} as const satisfies Record<AnnouncedCharge['topic'], string>;

/** Such a resource, as far as it tells whose it is. Where a payment names its subscription differs. */
const owned = z.object({
  external_reference: z.string().nullish(),
  preapproval_id: z.string().nullish(),
  metadata: z.object({ preapproval_id: z.string().nullish() }).nullish(),
  point_of_interaction: z
    .object({ transaction_data: z.object({ subscription_id: z.string().nullish() }).nullish() })
    .nullish(),
});

/** How far apart the official minimum keeps the two dates does not matter: it only has to be there. */
const ENDS_AFTER_YEARS = 20;
/** More than a renewal of so many years fills. */
const MAX_PAGES = 50;
const REFUSED = 'O banco do cartão recusou. Use outro cartão.';
const TOKEN_SPENT = 'Os dados do cartão expiraram. Digite de novo.';

/** Subscriptions without a plan. Mercado Pago's own key does not keep one from being made twice: see `RenewalStart`. */
export class MercadoPagoRenewals implements RenewalGateway {
  readonly #client: MercadoPagoClient;
  readonly #clock: () => Date;

  constructor(client: MercadoPagoClient, clock: () => Date) {
    this.#client = client;
    this.#clock = clock;
  }

  async start(ctx: PaymentContext, input: RenewalStart): Promise<RenewalState | RefusedRenewal> {
    const body = toBody(input, this.#clock());
    const call = { method: 'POST', path: '/preapproval', idempotencyKey: input.reference, body } as const;
    const reply = await this.#client.call(ctx, call);
    const made = preapproval.safeParse(reply.body);
    if (reply.status < 300 && made.success) return toState(made.data, []);
    const motivo = toRefusal(reply);
    if (motivo !== null) return { status: 'recusado', motivo };
    throw toPaymentError(reply);
  }

  async find(ctx: PaymentContext, { reference, payerEmail }: { reference: string; payerEmail: string }) {
    // The search passes over our reference, and what it tells of states is incomplete.
    const query = { payer_email: payerEmail };
    const found = await this.#search(ctx, { path: '/preapproval/search', query, item: preapproval });
    const ours = found.find(({ external_reference }) => external_reference === reference);
    return ours === undefined ? null : this.read(ctx, ours.id);
  }

  async identify(ctx: PaymentContext, { topic, id }: AnnouncedCharge): Promise<ChargeOwner | null> {
    const path = `/${PATHS[topic]}/${encodeURIComponent(id)}`;
    const reply = await this.#client.call(ctx, { method: 'GET', path });
    // 400: the id has another shape than ids there.
    if (reply.status === 404 || reply.status === 400) return null;
    const named = owned.safeParse(reply.body);
    if (reply.status !== 200 || !named.success) throw toPaymentError(reply);
    const { external_reference, preapproval_id, metadata, point_of_interaction } = named.data;
    const ofCharge =
      preapproval_id ??
      metadata?.preapproval_id ??
      point_of_interaction?.transaction_data?.subscription_id ??
      null;
    const renewalId = topic === 'subscription_preapproval' ? id : ofCharge;
    return { reference: external_reference ?? null, renewalId };
  }

  async read(ctx: PaymentContext, id_externo: string): Promise<RenewalState> {
    const renewal = await this.#get(ctx, id_externo);
    const query = { preapproval_id: id_externo };
    const found = await this.#search(ctx, { path: '/authorized_payments/search', query, item: charge });
    const ids = found.flatMap(({ payment }) => (payment?.id ? [payment.id] : []));
    return toState(renewal, ids.sort(byAge));
  }

  async end(ctx: PaymentContext, id_externo: string): Promise<void> {
    if ((await this.#get(ctx, id_externo)).status === 'cancelled') return;
    const path = `/preapproval/${encodeURIComponent(id_externo)}`;
    const body = { status: 'cancelled' };
    const reply = await this.#client.call(ctx, { method: 'PUT', path, idempotencyKey: id_externo, body });
    if (reply.status >= 300) throw toPaymentError(reply);
    // It answers 200 for what it passes over.
    const { status } = await this.#get(ctx, id_externo);
    if (status !== 'cancelled') throw new PaymentError('timeout', 'A renovação ainda não foi encerrada.');
  }

  /** All that a search finds, in pages of the size that Mercado Pago chooses: what it allows is not documented. */
  async #search<Item>(ctx: PaymentContext, { path, query, item }: Search<Item>): Promise<Item[]> {
    const total = z.coerce.number().catch(0);
    const page = z.object({ results: z.array(item), paging: z.object({ total }).nullish() });
    const found: Item[] = [];
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const paged = { ...query, offset: String(found.length) };
      const reply = await this.#client.call(ctx, { method: 'GET', path, query: paged });
      const { data } = page.safeParse(reply.body);
      if (reply.status !== 200 || data === undefined) throw toPaymentError(reply);
      found.push(...data.results);
      if (data.results.length === 0 || found.length >= (data.paging?.total ?? 0)) break;
    }
    return found;
  }

  async #get(ctx: PaymentContext, id: string) {
    const path = `/preapproval/${encodeURIComponent(id)}`;
    const reply = await this.#client.call(ctx, { method: 'GET', path });
    const renewal = preapproval.safeParse(reply.body);
    if (reply.status !== 200 || !renewal.success) throw toPaymentError(reply);
    return renewal.data;
  }
}

type Search<Item> = { path: string; query: Readonly<Record<string, string>>; item: z.ZodType<Item> };

/** Ids of payments are numbers that grow; in which order the search gives them is not documented. */
const byAge = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);

function toState(
  { id, status, next_payment_date }: z.output<typeof preapproval>,
  charged: readonly string[],
): RenewalState {
  return {
    status: status === 'cancelled' ? 'encerrada' : 'ligada',
    id_externo: id,
    charges: charged,
    nextAt: next_payment_date ? new Date(next_payment_date) : null,
  };
}

function toBody(input: RenewalStart, now: Date) {
  if (input.card.kind !== 'token') {
    throw new PaymentError('invalid', 'O serviço de pagamento recusou os dados do cartão.');
  }
  const start = input.startsAt > now ? input.startsAt : null;
  return {
    reason: input.description,
    external_reference: input.reference,
    payer_email: input.payer.email,
    card_token_id: input.card.token.reveal(),
    auto_recurring: {
      frequency: input.months,
      frequency_type: 'months',
      transaction_amount: input.amountCents / 100,
      currency_id: 'BRL',
      ...(start === null ? {} : toDates(start)),
    },
    back_url: input.backUrl,
    status: 'authorized',
  };
}

/** The start is only taken together with an end. */
function toDates(start: Date) {
  const end = new Date(start);
  end.setUTCFullYear(end.getUTCFullYear() + ENDS_AFTER_YEARS);
  return { start_date: start.toISOString(), end_date: end.toISOString() };
}

/** Why a card was refused at the start; null for any other answer. */
function toRefusal({ status, body }: MercadoPagoReply): string | null {
  if (status !== 400 && status !== 402) return null;
  const text = JSON.stringify(body) ?? '';
  if (text.includes('CC_VAL_433')) return REFUSED;
  return /card token was used|card token not found/i.test(text) ? TOKEN_SPENT : null;
}
