import type { MarketplaceAdapter } from '../port';
import { AmazonClient, type AmazonOptions } from './client';
import { quoteFees } from './fees/quote-fees';
import { closeListing, pauseListing, readListing, updatePrice, updateStock } from './listing/listings';
import { publish } from './listing/publish';
import { readCharges } from './orders/charges';
import { listOrdersChangedSince, readOrder } from './orders/orders';
import { submitInvoice } from './shipping/invoice';
import { getLabel } from './shipping/label';
import { markShipped } from './shipping/mark-shipped';

/**
 * The real Amazon, by the Selling Partner API (docs/marketplace-rules.md#selling-partner-api). A listing is addressed
 * by the seller's SKU. Publishing is asynchronous: `publish` answers `processing` and `getListing` tells when it is
 * live.
 */
export function createAmazonAdapter(options: AmazonOptions): MarketplaceAdapter {
  const client = new AmazonClient(options);
  return {
    kind: 'amazon',
    modo: 'real',
    publish: (ctx, produto) => publish(client, ctx, produto),
    getListing: (ctx, anuncio) => readListing(client, ctx, anuncio),
    pause: (ctx, anuncio) => pauseListing(client, ctx, anuncio),
    close: (ctx, anuncio) => closeListing(client, ctx, anuncio),
    updateStock: (ctx, anuncio, estoque) => updateStock(client, ctx, { ...anuncio, estoque }),
    updatePrice: (ctx, anuncio, preco_centavos) => updatePrice(client, ctx, { ...anuncio, preco_centavos }),
    listOrdersChangedSince: (ctx, consulta) => listOrdersChangedSince(client, ctx, consulta),
    readOrder: (ctx, ml_order_id) => readOrder(client, ctx, ml_order_id),
    // Amazon keeps no list of announcements that failed; the polling finds the orders.
    listMissedOrders: async () => [],
    readCharges: (ctx, ml_order_id) => readCharges(client, ctx, ml_order_id),
    quoteFees: (ctx, pergunta) => quoteFees(client, ctx, pergunta),
    submitInvoice: (ctx, pedido, nfe_xml) => submitInvoice(client, ctx, { ...pedido, nfe_xml }),
    getLabel: (ctx, pedido) => getLabel(client, ctx, pedido),
    markShipped: (ctx, pedido, envio) => markShipped(client, ctx, { ...pedido, envio }),
  };
}
