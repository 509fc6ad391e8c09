import { fromCents, toCents } from '../money';

/** Sale price and supplier price in reais: both per unit, or both totals of one order. */
export interface Prices {
  preco_venda: number;
  preco_fornecedor: number;
}

/**
 * Profit in reais: sale price minus supplier price; negative when sold below cost.
 * @throws RangeError when a price is not in whole cents.
 */
export function profitOf({ preco_venda, preco_fornecedor }: Prices): number {
  return fromCents(toCents(preco_venda) - toCents(preco_fornecedor));
}

/**
 * Profit as a percentage of the sale price, one decimal; null when the sale price is zero.
 * @throws RangeError when a price is not in whole cents.
 */
export function marginOf({ preco_venda, preco_fornecedor }: Prices): number | null {
  const sale = toCents(preco_venda);
  if (sale === 0) return null;
  const permille = Math.round(((sale - toCents(preco_fornecedor)) * 1000) / sale);
  return permille === 0 ? 0 : permille / 10;
}

/** A sale price beyond so many times the cost is more likely a slip of the comma than a price. */
export const MAX_USUAL_MARKUP = 10;

/**
 * Whether the sale price is more than `MAX_USUAL_MARKUP` times the supplier price; never when that is zero.
 * @throws RangeError when a price is not in whole cents.
 */
export function isFarAboveCost({ preco_venda, preco_fornecedor }: Prices): boolean {
  const cost = toCents(preco_fornecedor);
  return cost > 0 && toCents(preco_venda) > MAX_USUAL_MARKUP * cost;
}
