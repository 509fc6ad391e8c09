import { addDays } from '../../days';
import type { FeeRule, PriceBand, ShippingRule } from './fee-rule';
import { sharedDays, sharesACase } from './rule-overlap';

/**
 * Puts newer rules behind older ones: an older rule ends on the day before a newer one that begins later and holds for
 * all of its sales, and holds again (`resumes`) from the day after the newer one's last. The rules that are given stay
 * as they are; an older one that ends is copied. What a newer rule covers only in part, or what begins on the same day
 * or later, stays beside it, and `findRuleProblems` names the two. Rules that are `unconfirmed` end nothing.
 */
export function addRules(older: readonly FeeRule[], newer: readonly FeeRule[]): FeeRule[] {
  return newer.reduce<FeeRule[]>(
    (rules, added) => [
      ...rules.flatMap((rule) => (isEndedBy(rule, added) ? daysAround(rule, added) : [rule])),
      added,
    ],
    [...older],
  );
}

/** Whether a newer rule ends this one. */
export function isEndedBy(rule: FeeRule, newer: FeeRule): boolean {
  if (rule.confidence === 'unconfirmed' || newer.confidence === 'unconfirmed') return false;
  if (firstDayOf(rule) >= newer.validFrom || sharedDays(rule, newer) === null) return false;
  return sharesACase(rule, newer) && coversAll(newer, rule);
}

const firstDayOf = ({ resumes, validFrom }: FeeRule) => resumes ?? validFrom;

/** The rule on its days before a newer one and on those after it; either may be none. */
function daysAround(rule: FeeRule, newer: FeeRule): FeeRule[] {
  const spans: FeeRule[] = [];
  if (rule.validFrom < newer.validFrom) spans.push({ ...rule, validTo: addDays(newer.validFrom, -1) });
  if (newer.validTo !== null && (rule.validTo === null || newer.validTo < rule.validTo)) {
    spans.push({ ...rule, validFrom: addDays(newer.validTo, 1), resumes: firstDayOf(rule) });
  }
  return spans;
}

/** Whether every sale that the older rule holds for is one of the newer rule; the two share a case. */
function coversAll(newer: FeeRule, older: FeeRule): boolean {
  if (newer.kind === 'commission')
    return older.kind === newer.kind && hasOne(newer.listingType, older.listingType);
  if (newer.kind === 'fixed_fee')
    return older.kind === newer.kind && hasAll(newer.logistics, older.logistics) && holds(newer, older);
  if (newer.kind === 'shipping') return older.kind === newer.kind && coversParcel(newer, older);
  if (newer.kind === 'shipping_cap')
    return older.kind === newer.kind && hasAll(newer.logistics, older.logistics) && holds(newer, older);
  if (newer.kind === 'option') return older.kind === newer.kind && holds(newer, older);
  return older.kind === 'tax' && holds(newer.revenue, older.revenue);
}

function coversParcel(newer: ShippingRule, older: ShippingRule): boolean {
  return (
    hasAll(newer.logistics, older.logistics) &&
    hasOne(newer.reputation, older.reputation) &&
    hasOne(newer.origin, older.origin) &&
    newer.weight.overG <= older.weight.overG &&
    isNoLower(newer.weight.upToG, older.weight.upToG) &&
    older.bands.every((band) => holdsTogether(newer.bands, band))
  );
}

/** Whether bands that follow one another without a gap hold all of another's prices. */
function holdsTogether(bands: readonly PriceBand[], other: PriceBand): boolean {
  let next = other.fromCents;
  for (const { fromCents, toCents } of [...bands].sort((a, b) => a.fromCents - b.fromCents)) {
    if (fromCents > next) return false;
    if (toCents === null) return true;
    next = Math.max(next, toCents + 1);
  }
  return other.toCents !== null && next > other.toCents;
}

const holds = (outer: PriceBand, inner: PriceBand) =>
  outer.fromCents <= inner.fromCents && isNoLower(outer.toCents, inner.toCents);

const isNoLower = (a: number | null, b: number | null) => a === null || (b !== null && a >= b);

const hasOne = (all: string | null, one: string | null) => all === null || all === one;

const hasAll = (all: readonly string[] | null, some: readonly string[] | null) =>
  all === null || (some?.every((each) => all.includes(each)) ?? false);
