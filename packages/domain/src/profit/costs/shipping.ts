import { isSelfDelivered } from '../cost-settings';
import type { ShippingRule } from '../rules/fee-rule';
import { type FeeTable, findRules } from '../rules/fee-table';
import type { Sale } from '../sale';
import { billableWeight } from './billable-weight';
import { fixedTerm, type MissingCode } from './cost-term';
import { EVERY_PRICE, layOver, type PriceRange, type Segment, toSegment, unite } from './segment';
import { capShipping } from './shipping-cap';

const GRAMS_PER_KG = 1000;

/** What the seller pays for bringing the parcel to the buyer, at least at the prices of the range. */
export function shippingSegments(table: FeeTable, sale: Sale, range: PriceRange): Segment[] {
  const { logistics } = sale;
  if (logistics === null) return [toSegment(EVERY_PRICE, 'logistica')];
  if (isSelfDelivered(logistics)) return [ownDelivery(sale.ownDeliveryCents)];
  const caps = findRules(table, 'shipping_cap', sale).filter((rule) => rule.logistics.includes(logistics));
  const rules = findRules(table, 'shipping', sale).filter((rule) => rule.logistics.includes(logistics));
  const weight = billableWeight(sale.parcel);
  const asked = rules
    .filter((rule) => mayHold(rule, sale, weight))
    .map((rule) => ({ rule, missing: whatIsMissing(rule, sale) }));
  const known = asked.filter(({ missing }) => missing.length === 0).map(({ rule }) => rule);
  const [ofCategory, ofAll] = [known.filter(isOfCategory), known.filter((rule) => !isOfCategory(rule))];
  const freight = layOver(toSegments(ofCategory, weight, range), toSegments(ofAll, weight, range));
  const unknown = asked.flatMap(({ rule, missing }) =>
    missing.flatMap((code) => bandsIn(rule, range).map((band) => toSegment(band, code))),
  );
  const charged = layOver(capShipping(freight, caps), unite(unknown));
  return layOver(charged, [toSegment(EVERY_PRICE, 'sem_regra_frete')]);
}

const isOfCategory = (rule: ShippingRule) => rule.category !== null;

const ownDelivery = (cents: number | null) =>
  toSegment(
    EVERY_PRICE,
    cents === null
      ? 'entrega_propria'
      : fixedTerm({ code: 'frete_vendedor', origin: 'usuario', ruleId: null, perShipment: true }, cents),
  );

/** What would have to be known before a rule that may hold could be told to hold. */
function whatIsMissing({ reputation, origin, weight }: ShippingRule, sale: Sale): MissingCode[] {
  const isForAnyWeight = weight.overG === 0 && weight.upToG === null;
  return [
    ...(reputation !== null && sale.reputation === null ? (['reputacao'] as const) : []),
    ...(origin !== null && sale.origin === null ? (['origem'] as const) : []),
    ...(!isForAnyWeight && sale.parcel.weightG === null ? (['peso'] as const) : []),
  ];
}

const isFor = (own: string | null, asked: string | null) => own === null || asked === null || own === asked;

/** Whether the rule is for the sale as far as that is known. */
function mayHold(rule: ShippingRule, { category, reputation, origin }: Sale, weight: number | null): boolean {
  if (rule.category !== null && rule.category !== category) return false;
  if (!isFor(rule.reputation, reputation) || !isFor(rule.origin, origin)) return false;
  if (weight === null) return true;
  const grams = weight + rule.addedG;
  return grams > rule.weight.overG && (rule.weight.upToG === null || grams <= rule.weight.upToG);
}

const bandsIn = ({ bands }: ShippingRule, { from, to }: PriceRange) =>
  bands.filter(({ fromCents, toCents }) => fromCents <= to && (toCents === null || from <= toCents));

function toSegments(rules: readonly ShippingRule[], weight: number | null, range: PriceRange): Segment[] {
  return rules.flatMap((rule) => {
    const extraKg = Math.ceil(((weight ?? 0) + rule.addedG - rule.weight.overG) / GRAMS_PER_KG);
    const source = { code: 'frete_vendedor', origin: 'tabela', ruleId: rule.id } as const;
    return bandsIn(rule, range).map((band) => {
      const cents = band.cents + (band.extraKgCents === 0 ? 0 : extraKg * band.extraKgCents);
      return toSegment(band, fixedTerm({ ...source, perShipment: rule.per === 'shipment' }, cents));
    });
  });
}
