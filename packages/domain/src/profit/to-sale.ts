import type { Marketplace } from '../marketplaces';
import { toCents } from '../money';
import type { ListingType } from '../products/listing';
import type { CostSettings } from './cost-settings';
import type { ProductCosts } from './product-costs';
import type { SaleOption } from './rules/fee-rule';
import type { KnownCost, Sale, TaxRegime } from './sale';

/** A product as its costs see it; the supplier's price in reais, null where it is not known. */
export interface SoldProduct {
  preco_fornecedor: number | null;
  tipo_anuncio: ListingType;
  custos: ProductCosts;
}

interface SaleCase {
  marketplace: Marketplace;
  /** `YYYY-MM-DD` in America/Sao_Paulo. */
  day: string;
  /** What the marketplace itself said of its fees. */
  known?: readonly KnownCost[];
}

/** The sale of a product by its seller on a marketplace and day, whatever the price. */
export function toSale(settings: CostSettings, product: SoldProduct, of: SaleCase): Sale {
  const { preco_fornecedor, custos } = product;
  const { category, listingType, logistics, reputation, origin, options } =
    of.marketplace === 'amazon' ? amazonFields(settings, custos) : mercadoLivreFields(settings, product);
  // Named one by one, because spread into a large object they take longer than all the rest.
  return {
    marketplace: of.marketplace,
    day: of.day,
    category,
    listingType,
    logistics,
    reputation,
    origin,
    options,
    parcel: {
      weightG: custos.peso_g,
      heightCm: custos.altura_cm,
      widthCm: custos.largura_cm,
      lengthCm: custos.comprimento_cm,
    },
    tax: toTax(settings),
    supplierCents: preco_fornecedor === null ? null : toCents(preco_fornecedor),
    packagingCents: toCents(settings.embalagem),
    adsBps: toBps(settings.anuncios),
    otherCents: toCents(settings.outros),
    ownDeliveryCents: settings.entrega_propria === null ? null : toCents(settings.entrega_propria),
    known: of.known ?? [],
  };
}

/** Percent with at most two decimals as hundredths of a percent. */
export const toBps = (percent: number): number => Math.round(percent * 100);

type OfMarketplace = Pick<
  Sale,
  'category' | 'listingType' | 'logistics' | 'reputation' | 'origin' | 'options'
>;

const mercadoLivreFields = (
  settings: CostSettings,
  { custos, tipo_anuncio }: SoldProduct,
): OfMarketplace => ({
  category: custos.categoria_tarifa_ml ?? settings.categoria_ml,
  listingType: tipo_anuncio,
  logistics: settings.logistica_ml,
  reputation: settings.reputacao_ml,
  origin: null,
  options: [],
});

function amazonFields(settings: CostSettings, custos: ProductCosts): OfMarketplace {
  const options: SaleOption[] = [];
  if (settings.plano_individual_amazon) options.push('individual_plan');
  if (settings.parcelamento_amazon) options.push('interest_free_instalments');
  return {
    category: custos.categoria_tarifa_amazon ?? settings.categoria_amazon,
    listingType: null,
    logistics: settings.logistica_amazon,
    reputation: null,
    origin: settings.origem_amazon,
    options,
  };
}

function toTax({ regime, receita_12_meses, aliquota }: CostSettings): TaxRegime | null {
  if (regime === 'simples') {
    return { regime, revenueCents: receita_12_meses === null ? null : toCents(receita_12_meses) };
  }
  if (regime === 'outro') return { regime, bps: aliquota === null ? null : toBps(aliquota) };
  return regime === null ? null : { regime };
}
