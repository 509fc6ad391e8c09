import type { Marketplace } from '@esteira/domain/marketplaces';
import type { AdapterContext } from './port';

/**
 * How a Mercado Livre account publishes: `user_product` sends `family_name`, `classic` sends `title`
 * (docs/marketplace-rules.md#user-products), `depots` sends `family_name` and where the units are. Null for Amazon.
 */
export type ListingModel = 'user_product' | 'classic' | 'depots' | null;

/** A seller's connected account with an access token that is valid now. */
export type SellerAccount = {
  access_token: string;
  /** The seller's id at the marketplace: Mercado Livre's user id, Amazon's selling partner id. */
  vendedor_id: string;
  modelo_anuncio: ListingModel;
  /** True: buyers' data were refused lately for want of a role, so orders are read without them. */
  sem_dados_pessoais: boolean;
};

/** What a call can show of an account: how it publishes, or that it may not read buyers' data. */
export type LearnedOfAccount = Partial<Pick<SellerAccount, 'modelo_anuncio' | 'sem_dados_pessoais'>>;

/** Where a real adapter gets the account that it works on. Every method rejects with AdapterError. */
export interface Accounts {
  /** `reconnect_required` when the seller has none connected; `auth_expired` when renewing failed for now. */
  current(ctx: AdapterContext): Promise<SellerAccount>;
  /** After the marketplace refused `refusedToken` (401): renews it once, unless another call did so already. */
  renewed(ctx: AdapterContext, refusedToken: string): Promise<SellerAccount>;
  /** Remembers what a call showed of the account, for the calls to come. */
  remember(ctx: AdapterContext, learned: LearnedOfAccount): Promise<void>;
}

/** Tokens as the marketplace granted them. */
export type Grant = {
  access_token: string;
  /** Mercado Livre gives a new one with every renewal, and only the latest works. */
  refresh_token: string;
  expira_em: Date;
};

/** Who connected. `nome` is what the seller knows the account by. */
export type ConnectedAccount = { vendedor_id: string; nome: string; modelo_anuncio: ListingModel };

/** What the marketplace's page of consent sent back, with the verifier of the challenge that it was given. */
export type ConsentReturn = {
  params: Readonly<Record<string, string>>;
  codeVerifier: string;
  redirectUri: string;
};

/** OAuth with one marketplace, for one application. Every method but the first rejects with AdapterError. */
export interface AccountConnector {
  readonly kind: Marketplace;

  /** Where the seller is sent to consent. `codeChallenge` is the S256 challenge of PKCE, ignored where there is none. */
  authorizationUrl(request: { state: string; codeChallenge: string; redirectUri: string }): string;

  /**
   * Redeems what the marketplace sent back to `redirectUri` (its query parameters, `state` already checked).
   * `reconnect_required` when the code is spent or expired; `forbidden` for an account that cannot be used.
   */
  exchange(consent: ConsentReturn, signal?: AbortSignal): Promise<{ grant: Grant; conta: ConnectedAccount }>;

  /** Connects by a refresh token that the seller pasted (Amazon's private application). `not_supported` elsewhere. */
  connectWithRefreshToken(
    pasted: { refresh_token: string; vendedor_id: string },
    signal?: AbortSignal,
  ): Promise<{ grant: Grant; conta: ConnectedAccount }>;

  /** New tokens. `reconnect_required` when the refresh token does not work any more. */
  renew(refresh_token: string, signal?: AbortSignal): Promise<Grant>;

  /** Takes the application's right to the account back. Absent where the marketplace has no call for it: the seller does it there. */
  revoke?(account: Pick<SellerAccount, 'access_token' | 'vendedor_id'>, signal?: AbortSignal): Promise<void>;
}
