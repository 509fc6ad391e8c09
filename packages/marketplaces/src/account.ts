import type { Marketplace } from '@esteira/domain/marketplaces';
import type { AdapterContext } from './port';

/**
 * How a Mercado Livre account publishes: `user_product` sends `family_name`, `classic` sends `title`
 * (marketplaces.md §1.2). Null for Amazon.
 */
export type ListingModel = 'user_product' | 'classic' | null;

/** A seller's connected account with an access token that is valid now. */
export type SellerAccount = {
  access_token: string;
  /** The seller's id at the marketplace: Mercado Livre's user id, Amazon's selling partner id. */
  vendedor_id: string;
  modelo_anuncio: ListingModel;
};

/** Where a real adapter gets the account that it works on. Every method rejects with AdapterError. */
export interface Accounts {
  /** `reconnect_required` when the seller has none connected; `auth_expired` when renewing failed for now. */
  current(ctx: AdapterContext): Promise<SellerAccount>;
  /** After the marketplace refused `recusado` (401): renews it once, unless another call did so already. */
  renewed(ctx: AdapterContext, recusado: string): Promise<SellerAccount>;
  /** Remembers how the account publishes, when the marketplace shows that it changed. */
  noteListingModel(ctx: AdapterContext, modelo: ListingModel): Promise<void>;
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

/** OAuth with one marketplace, for one application. Every method but the first rejects with AdapterError. */
export interface AccountConnector {
  readonly kind: Marketplace;

  /** Where the seller is sent to consent. `desafio` is the S256 challenge of PKCE, ignored where there is none. */
  authorizationUrl(pedido: { state: string; desafio: string; retorno: string }): string;

  /**
   * Redeems what the marketplace sent back to `retorno` (its query parameters, `state` already checked).
   * `reconnect_required` when the code is spent or expired; `forbidden` for an account that cannot be used.
   */
  exchange(
    retorno: { parametros: Readonly<Record<string, string>>; verificador: string; retorno: string },
    signal?: AbortSignal,
  ): Promise<{ grant: Grant; conta: ConnectedAccount }>;

  /** Adopts a refresh token that the seller pasted (Amazon's private application). `not_supported` elsewhere. */
  adopt(
    colado: { refresh_token: string; vendedor_id: string },
    signal?: AbortSignal,
  ): Promise<{ grant: Grant; conta: ConnectedAccount }>;

  /** New tokens. `reconnect_required` when the refresh token does not work any more. */
  renew(refresh_token: string, signal?: AbortSignal): Promise<Grant>;
}
