import type { Accounts } from '../account';
import type { CallLimiter } from '../call-limiter';
import type { MarketplaceAdapter } from '../port';
import { MercadoLivreApi } from './client';
import { Items } from './listing/items';
import { Listings } from './listing/listings';
import { Publisher } from './listing/publish';
import { Orders } from './orders/orders';
import { Shipping } from './shipping/parcel';

export type MercadoLivreAdapterOptions = {
  /** `https://api.mercadolibre.com`; tests give the address of a local server. */
  apiBaseUrl: string;
  appId: string;
  accounts: Accounts;
  limiter: CallLimiter;
  clock: () => Date;
};

/** The real Mercado Livre, site MLB (marketplaces.md §1). It keeps no state but the rules of categories, for a day. */
export function createMercadoLivreAdapter(options: MercadoLivreAdapterOptions): MarketplaceAdapter {
  const api = new MercadoLivreApi(options);
  const items = new Items(api);
  const publisher = new Publisher(api, items);
  const listings = new Listings(api, items);
  const orders = new Orders(api, options.appId);
  const shipping = new Shipping(api, orders);
  return {
    kind: 'mercadolivre',
    modo: 'real',
    publish: (ctx, produto) => publisher.publish(ctx, produto),
    getListing: (ctx, anuncio) => listings.read(ctx, anuncio),
    pause: (ctx, anuncio) => listings.pause(ctx, anuncio),
    close: (ctx, anuncio) => listings.close(ctx, anuncio),
    updateStock: (ctx, anuncio, estoque) => listings.updateStock(ctx, anuncio, estoque),
    updatePrice: (ctx, anuncio, preco) => listings.updatePrice(ctx, anuncio, preco),
    listOrdersChangedSince: (ctx, consulta) => orders.changedSince(ctx, consulta),
    readOrder: (ctx, ml_order_id) => shipping.readOrder(ctx, ml_order_id),
    listMissedOrders: (ctx) => orders.missed(ctx),
    submitInvoice: (ctx, pedido, xml) => shipping.submitInvoice(ctx, pedido, xml),
    getLabel: (ctx, pedido) => shipping.label(ctx, pedido),
    markShipped: (ctx, pedido, envio) => shipping.markShipped(ctx, pedido, envio),
  };
}
