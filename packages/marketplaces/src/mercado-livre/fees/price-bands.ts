import { MAX_PRICE_CENTS } from '@esteira/domain/profit/costs/segment';
import { MATRIX_BANDS } from '@esteira/domain/profit/rules/mercado-livre/shipping-matrix';

/** Prices in cents, both included. */
export type Prices = { fromCents: number; toCents: number };

/** Below this price freight is at most half of it. */
const CAPPED_BELOW_CENTS = 1900;

/** The prices around one between which Mercado Livre changes no fee. */
export function bandOf(priceCents: number): Prices {
  const band = MATRIX_BANDS.find(({ toCents }) => toCents === null || priceCents <= toCents);
  return { fromCents: band?.fromCents ?? 0, toCents: band?.toCents ?? MAX_PRICE_CENTS };
}

/** One price alone. */
export const only = (priceCents: number): Prices => ({ fromCents: priceCents, toCents: priceCents });

/**
 * The prices at which the freight stays what it was told to be at one of them. Where half the price caps it, that is
 * known of this price alone; above the cap it holds from the first price that it is at most half of.
 */
export function freightBand(priceCents: number, freightCents: number): Prices {
  const band = bandOf(priceCents);
  if (priceCents >= CAPPED_BELOW_CENTS) return band;
  const uncapped = freightCents * 2 + 1;
  return priceCents > uncapped ? { ...band, fromCents: uncapped } : only(priceCents);
}

/** The prices that both hold for; both hold for one price at least. */
export function meet(a: Prices, b: Prices): Prices {
  return { fromCents: Math.max(a.fromCents, b.fromCents), toCents: Math.min(a.toCents, b.toCents) };
}
