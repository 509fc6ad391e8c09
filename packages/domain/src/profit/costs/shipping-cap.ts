import type { ShippingCapRule } from '../rules/fee-rule';
import { fromBps, makeTerm, WHOLE } from './cost-term';
import { layOver, MAX_PRICE_CENTS, type Segment } from './segment';

/** Freight of which a rule says that it is at most a share of the price, rounded down. */
export function capShipping(segments: readonly Segment[], caps: readonly ShippingCapRule[]): Segment[] {
  return caps.reduce<Segment[]>(
    (capped, cap) =>
      layOver(
        capped.flatMap((segment) => capOne(segment, cap)),
        capped,
      ),
    [...segments],
  );
}

/** The part of a segment where the share is less than the freight. */
function capOne(segment: Segment, cap: ShippingCapRule): Segment[] {
  const [term] = segment.terms;
  const rate = fromBps(cap.shareBps);
  if (term?.rate !== 0 || rate === 0) return [];
  const cents = term.bias / WHOLE;
  const lastBelow = Math.ceil((cents * WHOLE) / rate) - 1;
  const from = Math.max(segment.from, cap.fromCents);
  const to = Math.min(segment.to, cap.toCents ?? MAX_PRICE_CENTS, lastBelow);
  return from <= to
    ? [{ ...segment, from, to, terms: [makeTerm({ ...term, ruleId: cap.id }, rate, 0)] }]
    : [];
}
