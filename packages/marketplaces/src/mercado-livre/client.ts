import type { Accounts, LearnedOfAccount, SellerAccount } from '../account';
import { AdapterError } from '../adapter-error';
import type { CallLimiter } from '../call-limiter';
import { createHttpClient, type HttpAnswer, type HttpClient, type HttpRequest } from '../http/call';
import type { AdapterContext } from '../port';
import { readRefusal, refusalError } from './errors';
import { type Operation, RATES } from './rates';

/** A call on a seller's account: `path` without the base address, `query` and the rest as in HttpRequest. */
export type MercadoLivreCall = {
  method: HttpRequest['method'];
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: HttpRequest['body'];
};

export type MercadoLivreApiOptions = {
  /** Without a slash at the end: `https://api.mercadolibre.com`. */
  apiBaseUrl: string;
  accounts: Accounts;
  limiter: CallLimiter;
  clock: () => Date;
};

/** How long an account rests after a 429 that names no time. */
const REST_MS = 10_000;

/**
 * Calls on a seller's account: takes one call of the shared budget, bears the account's token, renews it once when
 * it is refused. It repeats nothing else (marketplaces.md §0.3).
 */
export class MercadoLivreApi {
  readonly clock: () => Date;
  readonly #options: MercadoLivreApiOptions;
  readonly #http: HttpClient;

  constructor(options: MercadoLivreApiOptions) {
    this.clock = options.clock;
    this.#options = options;
    this.#http = createHttpClient({ sujeito: 'O Mercado Livre', clock: options.clock });
  }

  account(ctx: AdapterContext): Promise<SellerAccount> {
    return this.#options.accounts.current(ctx);
  }

  remember(ctx: AdapterContext, learned: LearnedOfAccount): Promise<void> {
    return this.#options.accounts.remember(ctx, learned);
  }

  /** Makes the call; an answer of 300 or more is an error by its status. */
  async call(ctx: AdapterContext, operacao: Operation, call: MercadoLivreCall): Promise<HttpAnswer> {
    const answer = await this.ask(ctx, operacao, call);
    if (answer.status >= 300) throw refusalError(readRefusal(answer));
    return answer;
  }

  /** Makes the call and hands over 3xx and 4xx answers too (401 and 429 excepted). */
  async ask(ctx: AdapterContext, operacao: Operation, call: MercadoLivreCall): Promise<HttpAnswer> {
    await this.#options.limiter.take(ctx, operacao, RATES[operacao]);
    const account = await this.#options.accounts.current(ctx);
    const answer = await this.#send(ctx, operacao, { call, token: account.access_token });
    if (answer.status !== 401) return answer;
    const { access_token } = await this.#options.accounts.renewed(ctx, account.access_token);
    const again = await this.#send(ctx, operacao, { call, token: access_token });
    if (again.status === 401) throw refusalError(readRefusal(again));
    return again;
  }

  async #send(
    ctx: AdapterContext,
    operacao: Operation,
    { call, token }: { call: MercadoLivreCall; token: string },
  ): Promise<HttpAnswer> {
    const { method, path, query, headers, body } = call;
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
        throw await this.#rest(ctx, operacao, error);
      throw error;
    }
  }

  /** Stops this operation for the account, on all servers, until the marketplace takes calls again. */
  async #rest(ctx: AdapterContext, operacao: Operation, error: AdapterError): Promise<AdapterError> {
    const retryAt = error.retryAt ?? new Date(this.clock().getTime() + REST_MS);
    await this.#options.limiter.pause(ctx, operacao, retryAt);
    return new AdapterError('rate_limited', error.message, { retryAt, cause: error.cause });
  }
}
