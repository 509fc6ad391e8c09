import type { AccountConnector, ConnectedAccount, ConsentReturn, Grant, SellerAccount } from '../account';
import { AdapterError, type AdapterErrorKind } from '../adapter-error';
import { createHttpClient, type HttpClient, type HttpResponse } from '../http/call';
import { numberAt, textAt } from '../http/json';
import { parseListingModel } from './client';
import { mentions, parseError, toAdapterError } from './errors';

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

/** OAuth 2 with PKCE for one Mercado Livre application (docs/marketplace-rules.md#mercado-livre-login). */
export function createMercadoLivreConnector(options: MercadoLivreConnectorOptions): AccountConnector {
  return new MercadoLivreConnector(options);
}

class MercadoLivreConnector implements AccountConnector {
  readonly kind = 'mercadolivre';
  readonly #options: MercadoLivreConnectorOptions;
  readonly #http: HttpClient;

  constructor(options: MercadoLivreConnectorOptions) {
    this.#options = options;
    this.#http = createHttpClient({ subject: 'O Mercado Livre', clock: options.clock });
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

  async revoke(
    { access_token, vendedor_id }: Pick<SellerAccount, 'access_token' | 'vendedor_id'>,
    signal?: AbortSignal,
  ): Promise<void> {
    const { apiBaseUrl, appId } = this.#options;
    const response = await this.#http({
      method: 'DELETE',
      url: `${apiBaseUrl}/users/${vendedor_id}/applications/${appId}`,
      headers: { authorization: `Bearer ${access_token}` },
      signal,
    });
    if (response.status >= 300) throw toAdapterError(parseError(response));
  }

  async #grant(fields: Record<string, string>, signal: AbortSignal | undefined): Promise<Grant> {
    const { apiBaseUrl, appId, secretKey, clock } = this.#options;
    // The fields travel in the body: addresses end up in logs.
    const form = { ...fields, client_id: appId, client_secret: secretKey };
    const response = await this.#http({
      method: 'POST',
      url: `${apiBaseUrl}/oauth/token`,
      body: { form },
      signal,
    });
    if (response.status >= 300) throw toOAuthError(response);
    const body = response.json();
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
    const response = await this.#http({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${token}` },
      signal,
    });
    if (response.status >= 300) throw toAdapterError(parseError(response));
    const user = response.json();
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
      modelo_anuncio: parseListingModel(user),
    };
  }
}

const NOT_CONFIGURED =
  'O aplicativo do Mercado Livre não está configurado corretamente nesta instalação. Avise o administrador.';

/** What each error of /oauth/token means, most telling first. */
const OAUTH_ERRORS: readonly (readonly [string, AdapterErrorKind, string])[] = [
  [
    'invalid_operator_user_id',
    'forbidden',
    'Esta é uma conta de colaborador. Entre no Mercado Livre com a conta principal e conecte de novo.',
  ],
  ['invalid_client', 'forbidden', NOT_CONFIGURED],
  [
    'unauthorized_application',
    'forbidden',
    'O Mercado Livre bloqueou o aplicativo desta instalação. Avise o administrador.',
  ],
  ['unauthorized_client', 'forbidden', NOT_CONFIGURED],
  ['invalid_scope', 'forbidden', NOT_CONFIGURED],
  ['unsupported_grant_type', 'forbidden', NOT_CONFIGURED],
  ['invalid_grant', 'reconnect_required', 'A conta do Mercado Livre precisa ser conectada novamente.'],
  ['invalid_request', 'forbidden', NOT_CONFIGURED],
  [
    'local_rate_limited',
    'rate_limited',
    'O Mercado Livre recebeu chamadas demais. Tente novamente em instantes.',
  ],
  [
    'forbidden',
    'forbidden',
    'O Mercado Livre não permite o acesso a esta conta: ela ou o aplicativo está inativo ou sem permissão.',
  ],
];

/** The error for a refused code or refresh token. Some responses carry `error_description` instead of `message`. */
function toOAuthError(response: HttpResponse): AdapterError {
  const error = parseError(response);
  const cause = `HTTP ${response.status}`;
  for (const [code, kind, mensagem] of OAUTH_ERRORS) {
    if (mentions(error, code)) return new AdapterError(kind, mensagem, { cause: `${cause}: ${code}` });
  }
  return new AdapterError('forbidden', 'O Mercado Livre não aceitou a conexão desta conta.', { cause });
}
