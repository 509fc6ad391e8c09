import { toDay } from '@esteira/domain/calendar';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { isMoney, MAX_PRICE, toCents } from '@esteira/domain/money';
import type { ListingType } from '@esteira/domain/products/listing';
import type { CostSettings } from '@esteira/domain/profit/cost-settings';
import { type CostCurve, makeCostCurve } from '@esteira/domain/profit/pricing/cost-curve';
import {
  MAX_SIDE_CM,
  MAX_WEIGHT_G,
  NO_PRODUCT_COSTS,
  type ProductCosts,
} from '@esteira/domain/profit/product-costs';
import { type Quote, quoteSale } from '@esteira/domain/profit/quote';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import { toSale } from '@esteira/domain/profit/to-sale';
import type { FeeReading } from '@esteira/validators/costs/known-fees';
import type { ListingAttributes } from '@esteira/validators/marketplaces/listing-attributes';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { ProductFormApi } from '../form/use-product-form';
import { toKnownCosts } from './known-costs';

/** What is stored of the product and its seller, beside what is being typed. */
export interface NetBasis {
  table: FeeTable;
  settings: CostSettings;
  costs: ProductCosts;
  listingType: ListingType;
  /** Null: a new product. */
  sheet: ListingAttributes | null;
}

export interface NetQuote {
  marketplace: Marketplace;
  curve: CostCurve;
  /** Which the curve was made by. */
  table: FeeTable;
  /** Null while the price is none. */
  quote: Quote | null;
  /** What the seller's own account said of its fees; undefined while it was not asked. */
  reading: FeeReading | undefined;
}

const PRICE_NAMES = { mercadolivre: 'preco_venda_ml', amazon: 'preco_venda_amazon' } as const;

/** What a sale leaves on a marketplace, as the form stands. */
export function useNetQuote(
  form: ProductFormApi,
  marketplace: Marketplace,
  { basis, reading }: { basis: NetBasis; reading: FeeReading | undefined },
): NetQuote {
  const [supplier, price, custos, type] = useWatch({
    control: form.control,
    name: ['preco_fornecedor', PRICE_NAMES[marketplace], 'custos', 'ficha.tipo_anuncio'],
  });
  const { table, settings } = basis;
  const preco_fornecedor = readPrice(supplier);
  const tipo_anuncio = type ?? basis.listingType;
  // By its text: the form makes a new object with every letter.
  const costs = JSON.stringify(custos === undefined ? basis.costs : readCosts(custos));
  const curve = useMemo(() => {
    const product = { preco_fornecedor, tipo_anuncio, custos: JSON.parse(costs) as ProductCosts };
    const known = reading === undefined ? [] : toKnownCosts(reading);
    const sale = toSale(settings, product, { marketplace, day: toDay(new Date()), known });
    return makeCostCurve(table, sale);
  }, [table, settings, marketplace, preco_fornecedor, tipo_anuncio, costs, reading]);
  const reais = readPrice(price);
  const quote = reais === null ? null : quoteSale(curve, toCents(reais));
  return { marketplace, curve, table, quote, reading };
}

/** Puts a price in cents into the form's field. */
export function setPrice(form: ProductFormApi, marketplace: Marketplace, cents: number): void {
  form.setValue(PRICE_NAMES[marketplace], cents / 100, { shouldDirty: true, shouldValidate: true });
}

/** A price in reais that is one; null for what is still being typed. */
export function readPrice(value: unknown): number | null {
  return typeof value === 'number' && isMoney(value) && value >= 0 && value <= MAX_PRICE ? value : null;
}

/** What is typed so far, without what cannot be; the schema says why when it is saved. */
export function readCosts(typed: Partial<Record<keyof ProductCosts, unknown>>): ProductCosts {
  const whole = (value: unknown, max: number) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max ? value : null;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    ...NO_PRODUCT_COSTS,
    peso_g: whole(typed.peso_g, MAX_WEIGHT_G),
    altura_cm: whole(typed.altura_cm, MAX_SIDE_CM),
    largura_cm: whole(typed.largura_cm, MAX_SIDE_CM),
    comprimento_cm: whole(typed.comprimento_cm, MAX_SIDE_CM),
    categoria_tarifa_ml: text(typed.categoria_tarifa_ml),
    categoria_tarifa_amazon: text(typed.categoria_tarifa_amazon),
  };
}
