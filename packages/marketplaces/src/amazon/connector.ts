import type { AccountConnector, ConnectedAccount, Grant } from '../account';
import { AdapterError } from '../adapter-error';
import { createHttpClient, type HttpClient } from '../http/call';
import { at, listAt, textAt } from '../http/json';
import { AMAZON_HTTP } from './client';
import { requestGrant } from './lwa';
import { OPERATIONS } from './operations';
import { refusalOf } from './refusal';

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

/** Login with Amazon for one application (marketplaces.md §2.2). */
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
  authorizationUrl({ state, retorno }: { state: string; desafio: string; retorno: string }): string {
    const { appId, consentBaseUrl = CONSENT_BRAZIL } = this.#options;
    if (appId === null) {
      throw new AdapterError(
        'not_supported',
        'A aplicação da Amazon é privada: autorize-a no Seller Central e cole aqui o refresh token.',
      );
    }
    const url = new URL('/apps/authorize/consent', consentBaseUrl);
    url.search = new URLSearchParams({ application_id: appId, state, redirect_uri: retorno }).toString();
    return url.href;
  }

  async exchange(
    {
      parametros,
      retorno,
    }: { parametros: Readonly<Record<string, string>>; verificador: string; retorno: string },
    signal?: AbortSignal,
  ): Promise<Granted> {
    const code = parametros['spapi_oauth_code'];
    const vendedor_id = parametros['selling_partner_id'];
    if (!code || !vendedor_id) {
      throw new AdapterError(
        'reconnect_required',
        'A Amazon voltou sem a autorização. Conecte a conta novamente.',
      );
    }
    const fields = { grant_type: 'authorization_code', code, redirect_uri: retorno } as const;
    return this.#identified(await this.#grant(fields, signal), vendedor_id, signal);
  }

  async adopt(
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

  /** Reads the account's marketplaces: it must sell on ours. */
  async #identified(grant: Grant, vendedor_id: string, signal?: AbortSignal): Promise<Granted> {
    const { method, path } = OPERATIONS.getMarketplaceParticipations;
    const answer = await this.#http({
      method,
      url: this.#options.apiBaseUrl + path,
      headers: { 'x-amz-access-token': grant.access_token },
      ...(signal ? { signal } : {}),
    });
    if (answer.status !== 200) throw refusalOf(answer);
    const nome = storeName(answer.json(), this.#options.marketplaceId);
    return { grant, conta: { vendedor_id, nome, modelo_anuncio: null } };
  }
}

/**
 * The name of the account's store on the marketplace.
 * @throws AdapterError `forbidden` when it does not sell there.
 */
export function storeName(body: unknown, marketplaceId: string): string {
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
