import { MAX_PRICE, toCents } from '../../money';
import type { CostTerm, MissingCode } from './cost-term';

/** The highest price, in cents. */
export const MAX_PRICE_CENTS = toCents(MAX_PRICE);

/** What is known of costs for all prices of a range, in cents, both included. */
export interface Segment {
  from: number;
  to: number;
  terms: readonly CostTerm[];
  missing: readonly MissingCode[];
}

/** Prices in cents, both included. */
export type PriceRange = Pick<Segment, 'from' | 'to'>;

interface Prices {
  fromCents: number;
  toCents: number | null;
}

export const EVERY_PRICE: Prices = { fromCents: 0, toCents: null };

/** What a cost is at the prices of a band. */
export function toSegment({ fromCents, toCents }: Prices, known: CostTerm | MissingCode): Segment {
  const to = toCents ?? MAX_PRICE_CENTS;
  return typeof known === 'string'
    ? { from: fromCents, to, terms: [], missing: [known] }
    : { from: fromCents, to, terms: [known], missing: [] };
}

/**
 * Puts segments that may lie over one another side by side, by price: what covers a price is all there, each missing
 * code once. Prices that nothing covers are left out.
 */
export function unite(segments: readonly Segment[]): Segment[] {
  const edges = [...new Set(segments.flatMap(({ from, to }) => [from, to + 1]))].sort((a, b) => a - b);
  const united: Segment[] = [];
  for (const [index, from] of edges.entries()) {
    const to = (edges[index + 1] ?? from) - 1;
    const here = to < from ? [] : segments.filter((segment) => segment.from <= from && from <= segment.to);
    if (here.length === 0) continue;
    const missing = new Set(here.flatMap((segment) => segment.missing));
    united.push({ from, to, terms: here.flatMap((segment) => segment.terms), missing: [...missing] });
  }
  return united;
}

/** What of the segments lies within a range of prices. */
export function cutTo(range: PriceRange, segments: readonly Segment[]): Segment[] {
  return segments
    .filter(({ from, to }) => from <= range.to && range.from <= to)
    .map(({ from, to, terms, missing }) => ({
      from: Math.max(from, range.from),
      to: Math.min(to, range.to),
      terms,
      missing,
    }));
}

/** `top` where it covers a price, `below` elsewhere; neither may lie over itself. */
export function layOver(top: readonly Segment[], below: readonly Segment[]): Segment[] {
  if (top.length === 0 || below.length === 0) return [...top, ...below];
  const gaps = findGaps(top);
  const visible = below.flatMap((segment) =>
    gaps.flatMap((gap) => {
      const from = Math.max(gap.from, segment.from);
      const to = Math.min(gap.to, segment.to);
      return from <= to ? [{ ...segment, from, to }] : [];
    }),
  );
  return [...top, ...visible].sort((a, b) => a.from - b.from);
}

function findGaps(segments: readonly Segment[]): { from: number; to: number }[] {
  const sorted = [...segments].sort((a, b) => a.from - b.from);
  const edges = [-1, ...sorted.map(({ to }) => to)];
  return edges
    .map((end, index) => ({ from: end + 1, to: (sorted[index]?.from ?? MAX_PRICE_CENTS + 1) - 1 }))
    .filter(({ from, to }) => from <= to);
}
