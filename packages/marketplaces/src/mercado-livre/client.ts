import { DAY_MS } from '@esteira/domain/durations';
import { LRUCache } from 'lru-cache';
import type { Accounts, LearnedOfAccount, ListingModel, SellerAccount } from '../account';
import { AdapterError } from '../adapter-error';
import type { CallLimiter, CallRate } from '../call-limiter';
import { createHttpClient, type HttpClient, type HttpRequest, type HttpResponse } from '../http/call';
import { listAt } from '../http/json';
import type { AdapterContext } from '../port';
import { parseError, toAdapterError } from './errors';

/**
 * What one seller's account may spend per operation. Mercado Livre publishes no numbers, only that the limit is per
 * application and endpoint; these stay under 10 calls per second for a busy account
 * (docs/marketplace-rules.md#mercado-livre-limits).
 */
const RATES = {
  'ml.users.read': { perSecond: 1, burst: 5 },
  'ml.items.search': { perSecond: 3, burst: 10 },
  'ml.items.read': { perSecond: 5, burst: 20 },
  'ml.items.validate': { perSecond: 2, burst: 10 },
  'ml.items.create': { perSecond: 2, burst: 10 },
  'ml.items.update': { perSecond: 5, burst: 20 },
  'ml.stock.read': { perSecond: 1, burst: 10 },
  'ml.stock.update': { perSecond: 1, burst: 10 },
  'ml.items.description': { perSecond: 2, burst: 10 },
  'ml.items.listing_type': { perSecond: 1, burst: 5 },
  'ml.families.read': { perSecond: 2, burst: 10 },
  'ml.families.update': { perSecond: 1, burst: 5 },
  'ml.pictures.read': { perSecond: 2, burst: 10 },
  'ml.categories.read': { perSecond: 3, burst: 20 },
  'ml.fees.read': { perSecond: 2, burst: 10 },
  'ml.freight.read': { perSecond: 2, burst: 10 },
  'ml.orders.search': { perSecond: 2, burst: 10 },
  'ml.orders.read': { perSecond: 5, burst: 20 },
  'ml.shipments.read': { perSecond: 5, burst: 20 },
  'ml.shipments.costs': { perSecond: 3, burst: 10 },
  'ml.shipments.notify': { perSecond: 2, burst: 10 },
  'ml.invoices.read': { perSecond: 2, burst: 10 },
  'ml.invoices.send': { perSecond: 2, burst: 10 },
  'ml.labels.read': { perSecond: 2, burst: 10 },
  // The list is read from its beginning, of as many pages as orders.ts allows: a reading must fit into the burst.
  'ml.missed_feeds.read': { perSecond: 1, burst: 60 },
} as const satisfies Record<string, CallRate>;

/** A call on a seller's account: `path` without the base address, `query` and the rest as in HttpRequest. */
export type MercadoLivreCall = {
  operation: keyof typeof RATES;
  method: HttpRequest['method'];
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: HttpRequest['body'];
};

export type MercadoLivreOptions = {
  /** Without a slash at the end: `https://api.mercadolibre.com`; tests give the address of a local server. */
  apiBaseUrl: string;
  appId: string;
  accounts: Accounts;
  limiter: CallLimiter;
  clock: () => Date;
};

/** How long an account rests after a 429 that names no time. */
const REST_MS = 10_000;
/** What is kept of answers that are the same for every seller, in bytes as they came. */
const MAX_CACHED_BYTES = 8_000_000;

/**
 * Calls on a seller's account: takes one call of the shared budget, bears the account's token, renews it once when
 * it is refused. It repeats nothing else (docs/marketplace-rules.md#retries).
 */
export class MercadoLivreClient {
  readonly appId: string;
  readonly clock: () => Date;
  readonly #options: MercadoLivreOptions;
  readonly #http: HttpClient;
  readonly #kept: LRUCache<string, HttpResponse>;

  constructor(options: MercadoLivreOptions) {
    this.appId = options.appId;
    this.clock = options.clock;
    this.#options = options;
    this.#http = createHttpClient({ subject: 'O Mercado Livre', clock: options.clock });
    this.#kept = new LRUCache({
      maxSize: MAX_CACHED_BYTES,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
      ttl: DAY_MS,
      ttlResolution: 0,
      perf: { now: () => options.clock().getTime() },
    });
  }

  /** The account that calls of this context work on. */
  account(ctx: AdapterContext): Promise<SellerAccount> {
    return this.#options.accounts.current(ctx);
  }

  /** Remembers what a call showed of the account. */
  remember(ctx: AdapterContext, learned: LearnedOfAccount): Promise<void> {
    return this.#options.accounts.remember(ctx, learned);
  }

  /** Asks how the account publishes, and remembers it. */
  async learnListingModel(ctx: AdapterContext): Promise<NonNullable<ListingModel>> {
    const response = await this.call(ctx, { operation: 'ml.users.read', method: 'GET', path: '/users/me' });
    const modelo_anuncio = parseListingModel(response.json());
    await this.remember(ctx, { modelo_anuncio });
    return modelo_anuncio;
  }

  /** Makes the call; a response of 300 or more is an error by its status. */
  async call(ctx: AdapterContext, call: MercadoLivreCall): Promise<HttpResponse> {
    const response = await this.ask(ctx, call);
    if (response.status >= 300) throw toAdapterError(parseError(response));
    return response;
  }

  /** Reads what is the same for every seller (the rules of categories), at most once a day. */
  async readDaily(ctx: AdapterContext, call: MercadoLivreCall): Promise<HttpResponse> {
    const kept = this.#kept.get(call.path);
    if (kept) return kept;
    const response = await this.call(ctx, call);
    this.#kept.set(call.path, response);
    return response;
  }

  /** Makes the call and hands over 3xx and 4xx responses too (401 and 429 excepted). */
  async ask(ctx: AdapterContext, call: MercadoLivreCall): Promise<HttpResponse> {
    await this.#options.limiter.take(ctx, call.operation, RATES[call.operation]);
    const account = await this.#options.accounts.current(ctx);
    const response = await this.#send(ctx, call, account.access_token);
    if (response.status !== 401) return response;
    const { access_token } = await this.#options.accounts.renewed(ctx, account.access_token);
    const again = await this.#send(ctx, call, access_token);
    if (again.status === 401) throw toAdapterError(parseError(again));
    return again;
  }

  async #send(ctx: AdapterContext, call: MercadoLivreCall, token: string): Promise<HttpResponse> {
    const { operation, method, path, query, headers, body } = call;
    const search = query ? `?${new URLSearchParams(query)}` : '';
    try {
      return await this.#http({
        method,
        url: `${this.#options.apiBaseUrl}${path}${search}`,
        headers: { ...headers, authorization: `Bearer ${token}` },
        body,
        signal: ctx.signal,
      });
    } catch (error) {
      if (error instanceof AdapterError && error.kind === 'rate_limited')
        throw await this.#pause(ctx, operation, error);
      throw error;
    }
  }

  /** Stops this operation for the account, on all servers, until the marketplace takes calls again. */
  async #pause(
    ctx: AdapterContext,
    operation: MercadoLivreCall['operation'],
    error: AdapterError,
  ): Promise<AdapterError> {
    const retryAt = error.retryAt ?? new Date(this.clock().getTime() + REST_MS);
    await this.#options.limiter.pause(ctx, operation, retryAt);
    return new AdapterError('rate_limited', error.message, { retryAt, cause: error.cause });
  }
}

/**
 * How a user publishes, by the tags that Mercado Livre gives to sellers of user products and to those who manage depots
 * (docs/marketplace-rules.md#user-products).
 */
export function parseListingModel(user: unknown): NonNullable<ListingModel> {
  const tags = listAt(user, 'tags');
  if (tags.includes('warehouse_management')) return 'depots';
  return tags.includes('user_product_seller') ? 'user_product' : 'classic';
}
