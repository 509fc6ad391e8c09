import type { Marketplace } from '../../marketplaces';
import type { CommissionRule } from '../rules/fee-rule';
import { type FeeTable, findRules } from '../rules/fee-table';
import type { Sale } from '../sale';
import { fixedTerm, fromBps, makeTerm, WHOLE } from './cost-term';
import { EVERY_PRICE, type Segment, toSegment } from './segment';

/** Where the kind of listing decides about the commission. */
const NEEDS_LISTING_TYPE: Readonly<Record<Marketplace, boolean>> = { mercadolivre: true, amazon: false };

/** What the marketplace takes of the price for the sale. */
export function commissionSegments(table: FeeTable, sale: Sale): Segment[] {
  if (sale.category === null) return [toSegment(EVERY_PRICE, 'categoria')];
  if (sale.listingType === null && NEEDS_LISTING_TYPE[sale.marketplace]) {
    return [toSegment(EVERY_PRICE, 'tipo_anuncio')];
  }
  const rule = findRules(table, 'commission', sale).find(
    ({ category, listingType }) =>
      category === sale.category && (listingType === null || listingType === sale.listingType),
  );
  if (!rule) return [toSegment(EVERY_PRICE, 'sem_regra_tarifa')];
  return toTiers(rule).flatMap((segment) => atLeast(segment, rule));
}

const sourceOf = (rule: CommissionRule) =>
  ({ code: 'tarifa_venda', origin: 'tabela', ruleId: rule.id }) as const;

/** Each tier takes its own share of what lies in it, so the shares of those below are a constant. */
function toTiers(rule: CommissionRule): Segment[] {
  let edge = 0;
  let below = 0;
  return rule.tiers.map(({ upToCents, bps }) => {
    const rate = fromBps(bps);
    const term = makeTerm(sourceOf(rule), rate, WHOLE / 2 + below - edge * rate);
    const segment = toSegment({ fromCents: edge === 0 ? 0 : edge + 1, toCents: upToCents }, term);
    below += ((upToCents ?? edge) - edge) * rate;
    edge = upToCents ?? edge;
    return segment;
  });
}

/** The part of a tier where the smallest commission is more than its share is a constant. */
function atLeast(segment: Segment, rule: CommissionRule): Segment[] {
  const [term] = segment.terms;
  if (!term || rule.minimumCents === 0) return [segment];
  const missing = rule.minimumCents * WHOLE - term.bias;
  const reached = term.rate === 0 ? (missing <= 0 ? 0 : segment.to + 1) : Math.ceil(missing / term.rate);
  const minimum = {
    ...segment,
    to: Math.min(segment.to, reached - 1),
    terms: [fixedTerm(sourceOf(rule), rule.minimumCents)],
  };
  return [minimum, { ...segment, from: Math.max(segment.from, reached) }].filter(
    ({ from, to }) => from <= to,
  );
}
