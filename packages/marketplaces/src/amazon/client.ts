import { LRUCache } from 'lru-cache';
import type { Accounts, LearnedOfAccount, SellerAccount } from '../account';
import { AdapterError } from '../adapter-error';
import type { CallLimiter, CallRate } from '../call-limiter';
import { createHttpClient, type HttpClient, type HttpResponse } from '../http/call';
import type { AdapterContext } from '../port';
import { isTokenRefused, toAdapterError } from './errors';

type Operation = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; rate: CallRate };

const LISTING = '/listings/2021-08-01/items/{sellerId}/{sku}';
const ORDERS = '/orders/2026-01-01/orders';
const FINANCES = '/finances/2024-06-19/transactions';
const FEES = '/products/fees/v0';
const INVOICE = '/delivery/2022-07-01/invoice';

/**
 * The operations of the SP-API that are used, by their names in the official models, with Amazon's default usage
 * plan for each (docs/marketplace-rules.md#amazon-rates). `{sellerId}` is filled in from the account of the call.
 */
export const OPERATIONS = {
  getMarketplaceParticipations: {
    method: 'GET',
    path: '/sellers/v1/marketplaceParticipations',
    rate: { perSecond: 0.016, burst: 15 },
  },
  searchCatalogItems: {
    method: 'GET',
    path: '/catalog/2022-04-01/items',
    rate: { perSecond: 2, burst: 2 },
  },
  getListingsRestrictions: {
    method: 'GET',
    path: '/listings/2021-08-01/restrictions',
    rate: { perSecond: 5, burst: 10 },
  },
  searchListingsItems: {
    method: 'GET',
    path: '/listings/2021-08-01/items/{sellerId}',
    rate: { perSecond: 5, burst: 5 },
  },
  putListingsItem: { method: 'PUT', path: LISTING, rate: { perSecond: 5, burst: 10 } },
  getListingsItem: { method: 'GET', path: LISTING, rate: { perSecond: 5, burst: 10 } },
  patchListingsItem: { method: 'PATCH', path: LISTING, rate: { perSecond: 5, burst: 5 } },
  deleteListingsItem: { method: 'DELETE', path: LISTING, rate: { perSecond: 5, burst: 5 } },
  searchOrders: { method: 'GET', path: ORDERS, rate: { perSecond: 0.0056, burst: 20 } },
  getOrder: { method: 'GET', path: `${ORDERS}/{orderId}`, rate: { perSecond: 0.5, burst: 30 } },
  confirmShipment: {
    method: 'POST',
    path: '/orders/v0/orders/{orderId}/shipmentConfirmation',
    rate: { perSecond: 2, burst: 10 },
  },
  createScheduledPackageBulk: {
    method: 'POST',
    path: '/easyShip/2022-03-23/packages/bulk',
    rate: { perSecond: 1, burst: 5 },
  },
  submitInvoice: { method: 'POST', path: INVOICE, rate: { perSecond: 1.133, burst: 25 } },
  listTransactions: { method: 'GET', path: FINANCES, rate: { perSecond: 0.5, burst: 10 } },
  getMyFeesEstimateForSKU: {
    method: 'POST',
    path: `${FEES}/listings/{SellerSKU}/feesEstimate`,
    rate: { perSecond: 1, burst: 2 },
  },
  getMyFeesEstimateForASIN: {
    method: 'POST',
    path: `${FEES}/items/{Asin}/feesEstimate`,
    rate: { perSecond: 1, burst: 2 },
  },
  getInvoiceStatus: { method: 'GET', path: `${INVOICE}/status`, rate: { perSecond: 1.133, burst: 25 } },
} as const satisfies Record<string, Operation>;

/** The model's operationId. */
export type OperationName = keyof typeof OPERATIONS;

/**
 * One call: `path` fills the braces of the operation's path, `query` values that are undefined are left out.
 * The value `{sellerId}` stands for the account's selling partner id in both.
 */
export type AmazonCall = {
  operation: OperationName;
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
};

export type AmazonOptions = {
  /** https://sellingpartnerapi-na.amazon.com for Brazil, or a fake server. */
  apiBaseUrl: string;
  /** A2Q3Y263D00KWC is Brazil. */
  marketplaceId: string;
  accounts: Accounts;
  limiter: CallLimiter;
  clock: () => Date;
};

/** What Amazon asks applications to call themselves. */
export const USER_AGENT = 'Esteira/1.0 (Language=TypeScript; Platform=Node)';

/** How Amazon's sentences begin, and where its support finds a call. */
export const AMAZON_HTTP = {
  subject: 'A Amazon',
  requestIdHeader: 'x-amzn-requestid',
  headers: { 'user-agent': USER_AGENT },
} as const;

/** The longest label archive that is read. */
const MAX_DOWNLOAD_BYTES = 20_000_000;

/** The rates of so many operations of accounts are kept; the longest unused goes first. */
const MAX_RATES = 10_000;

/** Calls the SP-API for one seller: budget, token and errors are handled here. */
export class AmazonClient {
  readonly marketplaceId: string;
  readonly clock: () => Date;
  readonly #options: AmazonOptions;
  readonly #http: HttpClient;
  /** Rates that Amazon told for an account and that differ from its defaults. */
  readonly #rates = new LRUCache<string, CallRate>({ max: MAX_RATES });

  constructor(options: AmazonOptions) {
    this.marketplaceId = options.marketplaceId;
    this.clock = options.clock;
    this.#options = options;
    this.#http = createHttpClient({ ...AMAZON_HTTP, clock: options.clock });
  }

  /** The account that calls of this context work on. */
  account(ctx: AdapterContext): Promise<SellerAccount> {
    return this.#options.accounts.current(ctx);
  }

  /** Remembers what a call showed of the account. */
  remember(ctx: AdapterContext, learned: LearnedOfAccount): Promise<void> {
    return this.#options.accounts.remember(ctx, learned);
  }

  /** A response of 2xx; anything else rejects with AdapterError. A refused token is renewed once. */
  async call(ctx: AdapterContext, call: AmazonCall): Promise<HttpResponse> {
    const { accounts } = this.#options;
    if (ctx.signal?.aborted) throw unanswered();
    const account = await accounts.current(ctx);
    let response = await this.#send(ctx, call, account);
    if (isTokenRefused(response)) {
      response = await this.#send(ctx, call, await accounts.renewed(ctx, account.access_token));
    }
    if (isTokenRefused(response)) {
      throw new AdapterError(
        'auth_expired',
        'A Amazon recusou o acesso à conta. Tente novamente em instantes.',
      );
    }
    if (response.status >= 300) throw toAdapterError(response);
    return response;
  }

  /**
   * Fetches a document that Amazon points to. The address is its own permission: the token must not travel there.
   */
  async download(ctx: AdapterContext, url: string): Promise<Uint8Array> {
    const secure = new URL(this.#options.apiBaseUrl).protocol === 'https:';
    if (!URL.canParse(url) || (secure && new URL(url).protocol !== 'https:')) throw unanswered();
    const response = await this.#http({
      method: 'GET',
      url,
      headers: { accept: '*/*' },
      maxBytes: MAX_DOWNLOAD_BYTES,
      ...toSignal(ctx),
    });
    if (response.status !== 200) {
      throw new AdapterError('upstream_unavailable', 'A Amazon não entregou o documento. Tente novamente.', {
        cause: `download: HTTP ${response.status}`,
      });
    }
    return response.bytes;
  }

  async #send(ctx: AdapterContext, call: AmazonCall, account: SellerAccount): Promise<HttpResponse> {
    const { method, rate } = OPERATIONS[call.operation];
    const key = `${ctx.usuarioId}:${ctx.contaId}:${call.operation}`;
    const known = this.#rates.get(key) ?? rate;
    await this.#options.limiter.take(ctx, call.operation, known);
    const response = await this.#http({
      method,
      url: this.#urlOf(call, account),
      headers: { 'x-amz-access-token': account.access_token },
      ...(call.body === undefined ? {} : { body: { json: call.body } }),
      ...toSignal(ctx),
    }).catch(async (error: unknown) => {
      throw await this.#paused(ctx, call, { error, rate: known });
    });
    this.#noteRate(key, rate, response.headers.get('x-amzn-ratelimit-limit'));
    return response;
  }

  #urlOf({ operation, path = {}, query = {} }: AmazonCall, { vendedor_id }: SellerAccount): URL {
    const fill = (value: string) => (value === '{sellerId}' ? vendedor_id : value);
    const filled = OPERATIONS[operation].path.replace(/\{(\w+)\}/g, (whole, name: string) =>
      encodeURIComponent(fill(path[name] ?? whole)),
    );
    const url = new URL(this.#options.apiBaseUrl + filled);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, fill(value));
    }
    return url;
  }

  /** After 429 the operation rests for the account: as long as Amazon said, else until one call is earned. */
  async #paused(
    ctx: AdapterContext,
    { operation }: AmazonCall,
    { error, rate }: { error: unknown; rate: CallRate },
  ): Promise<unknown> {
    if (!(error instanceof AdapterError) || error.kind !== 'rate_limited') return error;
    const retryAt =
      error.retryAt ?? new Date(this.#options.clock().getTime() + Math.ceil(1_000 / rate.perSecond));
    await this.#options.limiter.pause(ctx, operation, retryAt);
    return new AdapterError('rate_limited', error.message, { retryAt, cause: error.cause });
  }

  #noteRate(key: string, usual: CallRate, header: string | null): void {
    const perSecond = Number(header);
    if (header === null || !Number.isFinite(perSecond) || perSecond <= 0) return;
    if (perSecond === usual.perSecond) this.#rates.delete(key);
    else this.#rates.set(key, { ...usual, perSecond });
  }
}

function unanswered(): AdapterError {
  return new AdapterError('upstream_unavailable', 'A Amazon não respondeu. Tente novamente em instantes.');
}

function toSignal({ signal }: AdapterContext): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
