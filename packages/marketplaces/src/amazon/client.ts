import type { Accounts, LearnedOfAccount, SellerAccount } from '../account';
import { AdapterError } from '../adapter-error';
import type { CallLimiter, CallRate } from '../call-limiter';
import { createHttpClient, type HttpAnswer, type HttpClient } from '../http/call';
import type { AdapterContext } from '../port';
import { refusalOf, refusesToken } from './errors';
import { OPERATIONS, type OperationName } from './operations';

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

export type AmazonClientOptions = {
  /** https://sellingpartnerapi-na.amazon.com for Brazil, or a fake server. */
  apiBaseUrl: string;
  accounts: Accounts;
  limiter: CallLimiter;
  clock: () => Date;
};

/** What Amazon asks applications to call themselves (marketplaces.md §2.2). */
export const USER_AGENT = 'Esteira/1.0 (Language=TypeScript; Platform=Node)';

/** How Amazon's sentences begin, and where its support finds a call. */
export const AMAZON_HTTP = {
  sujeito: 'A Amazon',
  requestIdHeader: 'x-amzn-requestid',
  headers: { 'user-agent': USER_AGENT },
} as const;

/** The longest label archive that is read, in bytes. */
const MAX_DOWNLOAD = 20_000_000;

/** Calls the SP-API for one seller: budget, token and errors are settled here. */
export class AmazonClient {
  readonly #options: AmazonClientOptions;
  readonly #http: HttpClient;
  /** Rates that Amazon told for an account and that differ from its defaults. */
  readonly #rates = new Map<string, CallRate>();

  constructor(options: AmazonClientOptions) {
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

  /** An answer of 2xx; anything else rejects with AdapterError. A refused token is renewed once. */
  async call(ctx: AdapterContext, call: AmazonCall): Promise<HttpAnswer> {
    const { accounts } = this.#options;
    if (ctx.signal?.aborted) throw unanswered();
    const account = await accounts.current(ctx);
    let answer = await this.#send(ctx, call, account);
    if (refusesToken(answer)) {
      answer = await this.#send(ctx, call, await accounts.renewed(ctx, account.access_token));
    }
    if (refusesToken(answer)) {
      throw new AdapterError(
        'auth_expired',
        'A Amazon recusou o acesso à conta. Tente novamente em instantes.',
      );
    }
    if (answer.status >= 300) throw refusalOf(answer);
    return answer;
  }

  /**
   * Fetches a document that Amazon points to. The address is its own permission: the token must not travel there.
   */
  async download(ctx: AdapterContext, url: string): Promise<Uint8Array> {
    const secure = new URL(this.#options.apiBaseUrl).protocol === 'https:';
    if (!URL.canParse(url) || (secure && new URL(url).protocol !== 'https:')) throw unanswered();
    const answer = await this.#http({ method: 'GET', url, headers: { accept: '*/*' }, ...signalOf(ctx) });
    if (answer.status !== 200 || answer.bytes.length > MAX_DOWNLOAD) {
      throw new AdapterError('upstream_unavailable', 'A Amazon não entregou o documento. Tente novamente.', {
        cause: `download: HTTP ${answer.status}, ${answer.bytes.length} bytes`,
      });
    }
    return answer.bytes;
  }

  async #send(ctx: AdapterContext, call: AmazonCall, account: SellerAccount): Promise<HttpAnswer> {
    const { method, rate } = OPERATIONS[call.operation];
    const key = `${ctx.usuarioId}:${call.operation}`;
    const known = this.#rates.get(key) ?? rate;
    await this.#options.limiter.take(ctx, call.operation, known);
    const answer = await this.#http({
      method,
      url: this.#urlOf(call, account),
      headers: { 'x-amz-access-token': account.access_token },
      ...(call.body === undefined ? {} : { body: { json: call.body } }),
      ...signalOf(ctx),
    }).catch(async (error: unknown) => {
      throw await this.#paused(ctx, call, { error, rate: known });
    });
    this.#noteRate(key, rate, answer.headers.get('x-amzn-ratelimit-limit'));
    return answer;
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

function signalOf({ signal }: AdapterContext): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
