import type { AccountConnector, ConnectedAccount, ConsentReturn, Grant } from '../account';
import { AdapterError } from '../adapter-error';
import { createHttpClient, type HttpClient, type HttpResponse } from '../http/call';
import { at, listAt, numberAt, textAt } from '../http/json';
import { AMAZON_HTTP, OPERATIONS } from './client';
import { toAdapterError } from './errors';

export type AmazonConnectorOptions = {
  /** https://sellingpartnerapi-na.amazon.com for Brazil, or a fake server. */
  apiBaseUrl: string;
  /** https://api.amazon.com */
  lwaBaseUrl: string;
  /** Where sellers consent; Brazil's Seller Central unless told. */
  consentBaseUrl?: string;
  clientId: string;
  clientSecret: string;
  /** `amzn1.sp.solution.…` of a public application; null for a private one, whose token is pasted. */
  appId: string | null;
  marketplaceId: string;
  clock: () => Date;
};

const CONSENT_BRAZIL = 'https://sellercentral.amazon.com.br';

/** Amazon's ids of sellers (merchant tokens). */
const SELLER_ID = /^A[A-Z0-9]{9,19}$/;

type Granted = { grant: Grant; conta: ConnectedAccount };

/** Login with Amazon for one application (docs/marketplace-rules.md#amazon-login). */
export function createAmazonConnector(options: AmazonConnectorOptions): AccountConnector {
  return new AmazonConnector(options);
}

class AmazonConnector implements AccountConnector {
  readonly kind = 'amazon';
  readonly #options: AmazonConnectorOptions;
  readonly #http: HttpClient;

  constructor(options: AmazonConnectorOptions) {
    this.#options = options;
    this.#http = createHttpClient({ ...AMAZON_HTTP, clock: options.clock });
  }

  /** @throws AdapterError `not_supported` for a private application, which has no page of consent. */
  authorizationUrl({ state, redirectUri }: Parameters<AccountConnector['authorizationUrl']>[0]): string {
    const { appId, consentBaseUrl = CONSENT_BRAZIL } = this.#options;
    if (appId === null) {
      throw new AdapterError(
        'not_supported',
        'A aplicação da Amazon é privada: autorize-a no Seller Central e cole aqui o refresh token.',
      );
    }
    const url = new URL('/apps/authorize/consent', consentBaseUrl);
    url.search = new URLSearchParams({ application_id: appId, state, redirect_uri: redirectUri }).toString();
    return url.href;
  }

  async exchange({ params, redirectUri }: ConsentReturn, signal?: AbortSignal): Promise<Granted> {
    const code = params['spapi_oauth_code'];
    const vendedor_id = params['selling_partner_id'];
    if (!code || !vendedor_id) {
      throw new AdapterError(
        'reconnect_required',
        'A Amazon voltou sem a autorização. Conecte a conta novamente.',
      );
    }
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri } as const;
    return this.#identified(await this.#grant(fields, signal), vendedor_id, signal);
  }

  async connectWithRefreshToken(
    { refresh_token, vendedor_id }: { refresh_token: string; vendedor_id: string },
    signal?: AbortSignal,
  ): Promise<Granted> {
    const id = vendedor_id.trim();
    if (!SELLER_ID.test(id)) {
      throw new AdapterError(
        'validation',
        'O ID do vendedor não parece certo: é o “token do vendedor” (merchant token) do Seller Central, como A1B2C3D4E5F6G7.',
      );
    }
    return this.#identified(await this.renew(refresh_token.trim(), signal), id, signal);
  }

  renew(refresh_token: string, signal?: AbortSignal): Promise<Grant> {
    return this.#grant({ grant_type: 'refresh_token', refresh_token }, signal);
  }

  #grant(fields: Parameters<typeof requestGrant>[1], signal?: AbortSignal): Promise<Grant> {
    return requestGrant({ ...this.#options, http: this.#http }, fields, signal);
  }

  /** Reads the account's marketplaces: it must sell on ours, and be the one that was told. */
  async #identified(grant: Grant, vendedor_id: string, signal?: AbortSignal): Promise<Granted> {
    const response = await this.#get(OPERATIONS.getMarketplaceParticipations.path, grant, signal);
    if (response.status !== 200) throw toAdapterError(response);
    const nome = toStoreName(response.json(), this.#options.marketplaceId);
    const granted = { grant, conta: { vendedor_id, nome, modelo_anuncio: null } };
    await this.#verifySeller(granted, signal);
    return granted;
  }

  /**
   * The id is typed or comes by the browser's address, so it is tried once: with a wrong one every later call would be
   * refused with a misleading reason, and the account that bears it could not be connected by its seller.
   */
  async #verifySeller({ grant, conta }: Granted, signal?: AbortSignal): Promise<void> {
    const path = OPERATIONS.searchListingsItems.path.replace(
      '{sellerId}',
      encodeURIComponent(conta.vendedor_id),
    );
    const query = new URLSearchParams({ marketplaceIds: this.#options.marketplaceId, pageSize: '1' });
    const response = await this.#get(`${path}?${query}`, grant, signal);
    if (response.status === 403) {
      throw new AdapterError(
        'validation',
        'A Amazon não reconheceu o ID do vendedor para este token. Confira o “token do vendedor” (merchant token) ' +
          'e se a aplicação tem a função de listagem de produtos.',
      );
    }
    if (response.status !== 200) throw toAdapterError(response);
  }

  #get(path: string, { access_token }: Grant, signal?: AbortSignal): Promise<HttpResponse> {
    return this.#http({
      method: 'GET',
      url: this.#options.apiBaseUrl + path,
      headers: { 'x-amz-access-token': access_token },
      ...(signal ? { signal } : {}),
    });
  }
}

/**
 * The name of the account's store on the marketplace.
 * @throws AdapterError `forbidden` when it does not sell there.
 */
export function toStoreName(body: unknown, marketplaceId: string): string {
  const entry = listAt(body, 'payload').find((found) => textAt(found, 'marketplace', 'id') === marketplaceId);
  if (!entry || !participates(entry)) {
    throw new AdapterError(
      'forbidden',
      'Esta conta não vende na Amazon Brasil. Conecte uma conta ativa em amazon.com.br.',
    );
  }
  return textAt(entry, 'storeName') ?? textAt(entry, 'marketplace', 'name') ?? 'Amazon';
}

function participates(entry: unknown): boolean {
  return at(entry, 'participation', 'isParticipating') === true;
}

/** The application at Login with Amazon. */
type LwaOptions = {
  http: HttpClient;
  lwaBaseUrl: string;
  clientId: string;
  clientSecret: string;
  clock: () => Date;
};

/** What is exchanged for tokens. */
type LwaFields =
  | { grant_type: 'authorization_code'; code: string; redirect_uri: string }
  | { grant_type: 'refresh_token'; refresh_token: string };

/**
 * Tokens of Login with Amazon. The refresh token does not rotate: where the response brings
 * none, the one that was sent stays.
 */
async function requestGrant(lwa: LwaOptions, fields: LwaFields, signal?: AbortSignal): Promise<Grant> {
  const response = await lwa.http({
    method: 'POST',
    url: `${lwa.lwaBaseUrl}/auth/o2/token`,
    body: { form: { ...fields, client_id: lwa.clientId, client_secret: lwa.clientSecret } },
    ...(signal ? { signal } : {}),
  });
  if (response.status !== 200) throw toGrantError(response);
  const body = response.json();
  const access_token = textAt(body, 'access_token');
  const sent = 'refresh_token' in fields ? fields.refresh_token : null;
  const refresh_token = textAt(body, 'refresh_token') ?? sent;
  const seconds = numberAt(body, 'expires_in');
  if (!access_token || !refresh_token || !seconds) {
    throw new AdapterError(
      'upstream_unavailable',
      'A Amazon respondeu sem o acesso à conta. Tente novamente.',
    );
  }
  return { access_token, refresh_token, expira_em: new Date(lwa.clock().getTime() + seconds * 1_000) };
}

function toGrantError(response: HttpResponse): AdapterError {
  const code = textAt(response.jsonOrNull(), 'error') ?? 'unknown';
  const cause = `LWA: HTTP ${response.status} ${code}`;
  if (code === 'invalid_grant') {
    return new AdapterError(
      'reconnect_required',
      'A autorização da conta da Amazon não vale mais. Conecte a conta novamente.',
      { cause },
    );
  }
  if (code === 'invalid_client') {
    return new AdapterError(
      'forbidden',
      'O client secret da aplicação da Amazon está errado ou expirado: ele vence a cada 180 dias. ' +
        'Gere outro na Amazon e atualize a configuração do servidor.',
      { cause },
    );
  }
  return new AdapterError(
    'forbidden',
    'A Amazon não aceitou a aplicação. Confira a configuração do servidor.',
    {
      cause,
    },
  );
}
