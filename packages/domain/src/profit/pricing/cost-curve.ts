import { commissionSegments } from '../costs/commission';
import { COST_CODES, type CostCode, type CostTerm, chargeTerm, costAt } from '../costs/cost-term';
import { fixedFeeSegments } from '../costs/fixed-fee';
import { optionSegments, ownCostSegments } from '../costs/own-costs';
import {
  cutTo,
  layOver,
  MAX_PRICE_CENTS,
  type PriceRange,
  type Segment,
  toSegment,
  unite,
} from '../costs/segment';
import { shippingSegments } from '../costs/shipping';
import { taxSegments } from '../costs/tax';
import type { FeeTable } from '../rules/fee-table';
import { checkSale, type KnownCost, type Sale } from '../sale';

/** A range of prices in which no cost steps: each is a constant or the same share of the price. */
export interface Piece extends Segment {
  /** The terms that do not depend on the price, in cents together. */
  fixedCents: number;
  /** The others. */
  shares: readonly CostTerm[];
  /** What all terms take together, in millionths of the price. */
  rate: number;
  /** And of a cent. */
  bias: number;
}

/**
 * The costs of one sale at every price from 0 to `MAX_PRICE_CENTS`, or at the prices it was made for. Made once for a
 * product and its seller, then asked for as many prices as wanted.
 */
export interface CostCurve {
  /** By price, without a gap. */
  readonly pieces: readonly Piece[];
  /** The first price of each piece. */
  readonly starts: Float64Array;
}

const ALL_PRICES: PriceRange = { from: 0, to: MAX_PRICE_CENTS };

/**
 * Looks up every rule that holds for the sale and puts their costs side by side by price. For the prices of `range`
 * alone it takes a fraction of the time.
 * @throws RangeError when the sale has a field that no sale can have.
 */
export function makeCostCurve(table: FeeTable, sale: Sale, range = ALL_PRICES): CostCurve {
  checkSale(sale);
  const segments = [
    ...layOver(knownSegments(sale, 'tarifa_venda'), commissionSegments(table, sale)),
    ...layOver(knownSegments(sale, 'tarifa_fixa'), [
      ...fixedFeeSegments(table, sale),
      // Amazon's fee for each unit, where Mercado Livre has its fixed fee.
      ...optionSegments(table, sale, 'individual_plan'),
    ]),
    ...layOver(knownSegments(sale, 'frete_vendedor'), shippingSegments(table, sale, range)),
    ...optionSegments(table, sale, 'interest_free_instalments'),
    ...taxSegments(table, sale),
    ...ownCostSegments(sale),
  ];
  const pieces = unite(cutTo(range, segments)).map(toPiece);
  return { pieces, starts: Float64Array.from(pieces, ({ from }) => from) };
}

/** What the marketplace itself said goes before the rules. */
function knownSegments(sale: Sale, code: KnownCost['code']): Segment[] {
  const perShipment = code === 'frete_vendedor' && sale.marketplace === 'mercadolivre';
  return sale.known
    .filter((known) => known.code === code)
    .map((known) =>
      toSegment(known, chargeTerm({ code, origin: 'api', ruleId: null, perShipment }, known.charge)),
    );
}

const RANK = Object.fromEntries(COST_CODES.map((code, rank) => [code, rank])) as Record<CostCode, number>;

function toPiece({ from, to, terms, missing }: Segment): Piece {
  const piece = { from, to, missing, fixedCents: 0, rate: 0, bias: 0 };
  const shares: CostTerm[] = [];
  for (const term of terms) {
    piece.rate += term.rate;
    piece.bias += term.bias;
    if (term.rate > 0) shares.push(term);
    else piece.fixedCents += costAt(term, 0);
  }
  return { ...piece, terms: [...terms].sort((a, b) => RANK[a.code] - RANK[b.code]), shares };
}

/**
 * The piece that a price in cents lies in.
 * @throws RangeError when the price is no whole number of cents, or out of range.
 */
export function findPiece({ pieces, starts }: CostCurve, priceCents: number): Piece {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= priceCents) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  if (!piece || !Number.isInteger(priceCents) || priceCents < piece.from || priceCents > piece.to) {
    throw new RangeError(`not a price in cents: ${priceCents}`);
  }
  return piece;
}

/** What remains of a price in cents within a piece. */
export function netOf(
  { fixedCents, shares }: Pick<Piece, 'fixedCents' | 'shares'>,
  priceCents: number,
): number {
  let net = priceCents - fixedCents;
  for (const term of shares) net -= costAt(term, priceCents);
  return net;
}
