import type { MarketplaceResponses } from '@esteira/db/demo/shop-rows';
import { HIDDEN_BUYER } from '@esteira/domain/orders/order-attention';
import { describeLabel } from '@esteira/marketplaces/simulated/drawn-label';
import { makeListingId } from '@esteira/marketplaces/simulated/listing-rules';

/** What the simulated marketplaces answer about the listings and parcels of a seller of this name. */
export function createSimulatedResponses(sellerName: string): MarketplaceResponses {
  return {
    listingId: makeListingId,
    label: (order) => {
      const { mime, bytes } = describeLabel({
        marketplace: order.marketplace,
        ml_order_id: order.ml_order_id,
        sku: null,
        produto_nome: order.produto_nome,
        quantidade: order.quantidade,
        cliente_nome: order.cliente_nome ?? HIDDEN_BUYER,
        cliente_endereco: order.cliente_endereco ?? HIDDEN_BUYER,
        remetente_nome: order.fornecedor_nome,
        remetente_detalhe: `Vendido por ${sellerName}`,
        criado_em: new Date(order.criado_em),
      });
      return { tipo: mime, conteudo: bytes };
    },
  };
}
