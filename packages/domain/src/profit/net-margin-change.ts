import { fromCents } from '../money';
import type { PriceEnding } from '../products/bulk-change';
import { MISSING_TEXTS } from './cost-texts';
import type { CostCurve } from './pricing/cost-curve';
import { findEndingPriceFor, findPriceFor, type PriceFound } from './pricing/price-for';
import { findPriceTraps } from './pricing/price-traps';
import { quoteSale } from './quote';
import { toBps } from './to-sale';

/** The price a product gets for a net margin, with what a sale leaves there: reais, and percent with one decimal. */
export type NetMarginPrice =
  | { ok: true; preco: number; liquido: number | null; margem: number | null }
  /** Why there is none, as the screen says it. */
  | { ok: false; motivo: string };

interface WantedMargin {
  /** Percent with at most two decimals, from 0 to below 100. */
  valor: number;
  final: PriceEnding | null;
}

/**
 * The lowest price whose sale leaves the wanted net margin after all rounding, of those with the ending where one is
 * asked for, and then outside the price traps if there is one. None is told while a cost of a lower price is missing:
 * that price might do.
 * @throws RangeError when the margin is not from 0 to below 100 %.
 */
export function findNetMarginPrice(curve: CostCurve, { valor, final }: WantedMargin): NetMarginPrice {
  const target = { kind: 'net_margin', bps: toBps(valor) } as const;
  const found =
    final === null
      ? findPriceFor(curve, target)
      : findEndingPriceFor(curve, target, { ending: Number(final), traps: findPriceTraps(curve) });
  if (!found.ok || found.missing.length > 0) return { ok: false, motivo: explain(found) };
  const { netCents, marginPercent } = quoteSale(curve, found.priceCents);
  return {
    ok: true,
    preco: fromCents(found.priceCents),
    liquido: netCents === null ? null : fromCents(netCents),
    margem: marginPercent,
  };
}

function explain({ missing }: PriceFound): string {
  const [code] = missing;
  return code === undefined ? 'Nenhum preço deixa essa margem líquida' : MISSING_TEXTS[code];
}
