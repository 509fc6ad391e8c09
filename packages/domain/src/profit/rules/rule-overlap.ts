import type { CommissionRule, FeeRule, FixedFeeRule, PriceBand, ShippingRule } from './fee-rule';

/** Whether two rules could both hold for one sale, days aside. */
export function sharesACase(a: FeeRule, b: FeeRule): boolean {
  if (a.marketplace !== b.marketplace) return false;
  if (a.kind === 'commission') return b.kind === a.kind && shareListing(a, b);
  if (a.kind === 'fixed_fee') return b.kind === a.kind && shareFee(a, b);
  if (a.kind === 'shipping') return b.kind === a.kind && shareParcel(a, b);
  if (a.kind === 'shipping_cap')
    return b.kind === a.kind && shareAny(a.logistics, b.logistics) && overlap(a, b);
  if (a.kind === 'option') return b.kind === a.kind && a.option === b.option && overlap(a, b);
  return b.kind === 'tax' && a.regime === b.regime && overlap(a.revenue, b.revenue);
}

/** The days on which both hold; null where there are none. */
export function sharedDays(a: FeeRule, b: FeeRule): { from: string; to: string | null } | null {
  if (a.validTo !== null && a.validTo < b.validFrom) return null;
  if (b.validTo !== null && b.validTo < a.validFrom) return null;
  const [, from = a.validFrom] = [a.validFrom, b.validFrom].sort();
  const [to = null] = [a.validTo, b.validTo].filter((day) => day !== null).sort();
  return { from, to };
}

const shareListing = (a: CommissionRule, b: CommissionRule) =>
  a.category === b.category && shareOne(a.listingType, b.listingType);

/** A rule of one category goes before those of all, so the two do not compete. */
const shareFee = (a: FixedFeeRule, b: FixedFeeRule) =>
  a.category === b.category && shareAny(a.logistics, b.logistics) && overlap(a, b);

function shareParcel(a: ShippingRule, b: ShippingRule): boolean {
  return (
    a.category === b.category &&
    shareAny(a.logistics, b.logistics) &&
    shareOne(a.reputation, b.reputation) &&
    shareOne(a.origin, b.origin) &&
    shareWeight(a, b) &&
    a.bands.some((band) => b.bands.some((other) => overlap(band, other)))
  );
}

const shareWeight = ({ weight: a }: ShippingRule, { weight: b }: ShippingRule) =>
  (b.upToG === null || a.overG < b.upToG) && (a.upToG === null || b.overG < a.upToG);

const shareOne = (a: string | null, b: string | null) => a === null || b === null || a === b;

const shareAny = (a: readonly string[] | null, b: readonly string[] | null) =>
  a === null || b === null || a.some((each) => b.includes(each));

const overlap = (a: PriceBand, b: PriceBand) =>
  (b.toCents === null || a.fromCents <= b.toCents) && (a.toCents === null || b.fromCents <= a.toCents);
