import type { AccountConnector, ConnectedAccount, ConsentReturn, Grant, ListingModel } from '../account';
import { AdapterError } from '../adapter-error';
import { createHttpClient, type HttpClient } from '../http/call';
import { listAt, numberAt, textAt } from '../http/json';
import { readRefusal, refusalError } from './errors';
import { oauthError } from './oauth-errors';

export type MercadoLivreConnectorOptions = {
  /** `https://api.mercadolibre.com`, where tokens are given. */
  apiBaseUrl: string;
  /** `https://auth.mercadolivre.com.br`, where the seller consents. */
  authBaseUrl: string;
  appId: string;
  secretKey: string;
  clock: () => Date;
};

/** The site of Brazil: prices are in BRL and invoices are NF-e only there. */
const SITE = 'MLB';

/** OAuth 2 with PKCE for one Mercado Livre application (marketplaces.md §1.1). */
export function createMercadoLivreConnector(options: MercadoLivreConnectorOptions): AccountConnector {
  return new MercadoLivreConnector(options);
}

class MercadoLivreConnector implements AccountConnector {
  readonly kind = 'mercadolivre';
  readonly #options: MercadoLivreConnectorOptions;
  readonly #http: HttpClient;

  constructor(options: MercadoLivreConnectorOptions) {
    this.#options = options;
    this.#http = createHttpClient({ sujeito: 'O Mercado Livre', clock: options.clock });
  }

  authorizationUrl({
    state,
    codeChallenge,
    redirectUri,
  }: Parameters<AccountConnector['authorizationUrl']>[0]): string {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.#options.appId,
      redirect_uri: redirectUri,
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    });
    return `${this.#options.authBaseUrl}/authorization?${query}`;
  }

  async exchange(
    { params, codeVerifier, redirectUri }: ConsentReturn,
    signal?: AbortSignal,
  ): Promise<{ grant: Grant; conta: ConnectedAccount }> {
    const { code, error } = params;
    if (!code) {
      const mensagem = 'A conexão não foi autorizada no Mercado Livre. Tente conectar de novo.';
      throw new AdapterError('forbidden', mensagem, { cause: error ? 'refused by the seller' : 'no code' });
    }
    const fields = { code, redirect_uri: redirectUri, code_verifier: codeVerifier };
    const grant = await this.#grant({ grant_type: 'authorization_code', ...fields }, signal);
    return { grant, conta: await this.#whoAmI(grant.access_token, signal) };
  }

  async connectWithRefreshToken(): Promise<never> {
    throw new AdapterError(
      'not_supported',
      'No Mercado Livre a conta é conectada pela autorização, não por um token colado.',
    );
  }

  renew(refresh_token: string, signal?: AbortSignal): Promise<Grant> {
    return this.#grant({ grant_type: 'refresh_token', refresh_token }, signal);
  }

  async #grant(fields: Record<string, string>, signal: AbortSignal | undefined): Promise<Grant> {
    const { apiBaseUrl, appId, secretKey, clock } = this.#options;
    // The fields travel in the body: addresses end up in logs.
    const form = { ...fields, client_id: appId, client_secret: secretKey };
    const answer = await this.#http({
      method: 'POST',
      url: `${apiBaseUrl}/oauth/token`,
      body: { form },
      signal,
    });
    if (answer.status >= 300) throw oauthError(answer);
    const body = answer.json();
    const access_token = textAt(body, 'access_token');
    const refresh_token = textAt(body, 'refresh_token');
    const seconds = numberAt(body, 'expires_in');
    if (!access_token || seconds === null) {
      throw new AdapterError('upstream_unavailable', 'O Mercado Livre deu uma resposta incompleta.');
    }
    if (!refresh_token) {
      const mensagem =
        'O aplicativo do Mercado Livre não tem a permissão offline_access, sem a qual a conexão não se mantém. ' +
        'Avise o administrador.';
      throw new AdapterError('forbidden', mensagem);
    }
    return { access_token, refresh_token, expira_em: new Date(clock().getTime() + seconds * 1_000) };
  }

  async #whoAmI(token: string, signal: AbortSignal | undefined): Promise<ConnectedAccount> {
    const url = `${this.#options.apiBaseUrl}/users/me`;
    const answer = await this.#http({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${token}` },
      signal,
    });
    if (answer.status >= 300) throw refusalError(readRefusal(answer));
    const user = answer.json();
    const vendedor_id = textAt(user, 'id');
    if (!vendedor_id) {
      throw new AdapterError('upstream_unavailable', 'O Mercado Livre deu uma resposta incompleta.');
    }
    if (textAt(user, 'site_id') !== SITE) {
      const mensagem = 'Esta conta não é do Mercado Livre Brasil. Conecte uma conta brasileira.';
      throw new AdapterError('forbidden', mensagem);
    }
    return {
      vendedor_id,
      nome: textAt(user, 'nickname') ?? vendedor_id,
      modelo_anuncio: listingModelOf(user),
    };
  }
}

/** How a user publishes, by the tag that Mercado Livre gives to sellers of "User Products" (marketplaces.md §1.2). */
export function listingModelOf(user: unknown): NonNullable<ListingModel> {
  return listAt(user, 'tags').includes('user_product_seller') ? 'user_product' : 'classic';
}
