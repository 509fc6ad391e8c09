import type { Accounts } from '../account';
import { AdapterError } from '../adapter-error';
import type { CallLimiter } from '../call-limiter';
import type {
  AdapterContext,
  ChangedOrders,
  InvoiceResult,
  LabelRequest,
  LabelResult,
  ListingProduct,
  ListingRef,
  ListingState,
  MarketplaceAdapter,
  OrderReading,
  OrderRef,
  PriceResult,
  PublishResult,
  Shipment,
  ShipResult,
} from '../port';
import { AmazonClient } from './client';
import { deleteListing, getListing, pushPrice, pushStock } from './listing/listings';
import { type AmazonDeps, publish } from './listing/publish';
import { listOrdersChangedSince, readOrder } from './orders/orders';
import { markShipped } from './shipping/mark-shipped';
import { getLabel, submitInvoice } from './shipping/parcel';

export type AmazonAdapterOptions = {
  /** https://sellingpartnerapi-na.amazon.com for Brazil, or a fake server. */
  apiBaseUrl: string;
  /** A2Q3Y263D00KWC is Brazil. */
  marketplaceId: string;
  accounts: Accounts;
  limiter: CallLimiter;
  clock: () => Date;
};

/**
 * The real Amazon, by the Selling Partner API (marketplaces.md §2). A listing is addressed by the seller's SKU.
 * Publishing is asynchronous: `publish` answers `processing` and `getListing` tells when it is live.
 */
export function createAmazonAdapter(options: AmazonAdapterOptions): MarketplaceAdapter {
  return new AmazonAdapter(options);
}

class AmazonAdapter implements MarketplaceAdapter {
  readonly kind = 'amazon';
  readonly modo = 'real';
  readonly #deps: AmazonDeps;

  constructor({ marketplaceId, ...options }: AmazonAdapterOptions) {
    this.#deps = { client: new AmazonClient(options), marketplaceId, clock: options.clock };
  }

  publish(ctx: AdapterContext, produto: ListingProduct): Promise<PublishResult> {
    return publish(this.#deps, ctx, produto);
  }

  getListing(ctx: AdapterContext, anuncio: ListingRef): Promise<ListingState> {
    return getListing(this.#deps, ctx, anuncio);
  }

  async pause(ctx: AdapterContext, { id_externo }: ListingRef): Promise<void> {
    // A PATCH on a SKU that is gone could begin a new, broken listing: so the listing is read first.
    await getListing(this.#deps, ctx, { id_externo });
    await pushStock(this.#deps, ctx, { id_externo, estoque: 0 });
  }

  close(ctx: AdapterContext, anuncio: ListingRef): Promise<void> {
    return deleteListing(this.#deps, ctx, anuncio);
  }

  async updateStock(ctx: AdapterContext, { id_externo }: ListingRef, estoque: number): Promise<void> {
    requireWhole(0, estoque, 'O estoque precisa ser um número inteiro a partir de zero.');
    await pushStock(this.#deps, ctx, { id_externo, estoque });
  }

  async updatePrice(
    ctx: AdapterContext,
    { id_externo }: ListingRef,
    preco_centavos: number,
  ): Promise<PriceResult> {
    requireWhole(1, preco_centavos, 'O preço precisa ser maior que zero.');
    return pushPrice(this.#deps, ctx, { id_externo, preco_centavos });
  }

  listOrdersChangedSince(
    ctx: AdapterContext,
    consulta: { desde: Date; cursor?: string | null },
  ): Promise<ChangedOrders> {
    return listOrdersChangedSince(this.#deps, ctx, consulta);
  }

  readOrder(ctx: AdapterContext, ml_order_id: string): Promise<OrderReading> {
    return readOrder(this.#deps, ctx, ml_order_id);
  }

  /** Amazon keeps no list of announcements that failed; the polling finds the orders. */
  async listMissedOrders(): Promise<string[]> {
    return [];
  }

  submitInvoice(ctx: AdapterContext, { ml_order_id }: OrderRef, nfe_xml: string): Promise<InvoiceResult> {
    return submitInvoice(this.#deps, ctx, { ml_order_id, nfe_xml });
  }

  getLabel(ctx: AdapterContext, pedido: LabelRequest): Promise<LabelResult> {
    return getLabel(this.#deps, ctx, pedido);
  }

  markShipped(ctx: AdapterContext, { ml_order_id }: OrderRef, envio: Shipment): Promise<ShipResult> {
    return markShipped(this.#deps, ctx, { ml_order_id, envio });
  }
}

function requireWhole(min: number, value: number, mensagem: string): void {
  if (!Number.isSafeInteger(value) || value < min) throw new AdapterError('validation', mensagem);
}
