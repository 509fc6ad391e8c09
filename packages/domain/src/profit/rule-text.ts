import { MARKETPLACE_NAMES } from '../marketplaces';
import { formatMoney, fromCents } from '../money';
import { LISTING_TYPE_LABELS } from '../products/listing';
import { LOGISTICS_LABELS, ORIGIN_LABELS } from './cost-texts';
import type { FeeKind, FeeRule, PriceBand, Reputation, SaleOption, ShippingRule } from './rules/fee-rule';

/** What the screens call each kind of rule. */
export const FEE_KIND_LABELS: Readonly<Record<FeeKind, string>> = {
  commission: 'Tarifa de venda',
  fixed_fee: 'Tarifa fixa',
  shipping: 'Frete',
  shipping_cap: 'Limite do frete',
  option: 'Opção do vendedor',
  tax: 'Imposto',
};

const REPUTATION_WORDS: Readonly<Record<Reputation, string>> = {
  green: 'reputação verde',
  yellow: 'reputação amarela',
  orange_red: 'reputação laranja ou vermelha',
};

const OPTION_WORDS: Readonly<Record<SaleOption, string>> = {
  individual_plan: 'Plano Individual',
  interest_free_instalments: 'Parcelamento sem juros',
};

const REGIME_WORDS = { mei: 'MEI', simples: 'Simples Nacional, Anexo I' } as const;

/** Which sales a rule holds for, in words: 'Tarifa de venda · Mercado Livre · Games · Clássico'. */
export function describeRule(rule: FeeRule): string {
  const of = rule.marketplace === null ? [] : [MARKETPLACE_NAMES[rule.marketplace]];
  return [FEE_KIND_LABELS[rule.kind], ...of, ...describeSales(rule)].join(' · ');
}

function describeSales(rule: FeeRule): string[] {
  switch (rule.kind) {
    case 'commission':
      return [rule.category, ...(rule.listingType === null ? [] : [LISTING_TYPE_LABELS[rule.listingType]])];
    case 'fixed_fee':
      return [...listOf(rule.category), describeBand(rule), ...describeLogistics(rule.logistics)];
    case 'shipping':
      return describeParcels(rule);
    case 'shipping_cap':
      return [describeBand(rule), ...describeLogistics(rule.logistics)];
    case 'option':
      return [OPTION_WORDS[rule.option], ...(rule.fromCents === 0 ? [] : [describeBand(rule)])];
    case 'tax':
      return [REGIME_WORDS[rule.regime], ...(rule.regime === 'mei' ? [] : [describeBand(rule.revenue)])];
  }
}

function describeParcels({ category, weight, reputation, origin, logistics, bands }: ShippingRule): string[] {
  const [band] = bands;
  return [
    ...listOf(category),
    describeWeight(weight),
    // A table by price names no price; a row of it for one price does.
    ...(bands.length === 1 && band ? [describeBand(band)] : []),
    ...(reputation === null ? [] : [REPUTATION_WORDS[reputation]]),
    ...(origin === null ? [] : [ORIGIN_LABELS[origin]]),
    ...describeLogistics(logistics),
  ];
}

/** What a rule takes, in words: '11,5%', 'R$ 6,25', 'R$ 5,65 a R$ 24,45', 'R$ 23,95, mais R$ 3,10 por kg adicional'. */
export function describeCharge(rule: FeeRule): string {
  switch (rule.kind) {
    case 'commission':
      return (
        rule.tiers.map(({ bps }) => formatBps(bps)).join(', depois ') + describeMinimum(rule.minimumCents)
      );
    case 'shipping': {
      const extra = describeRange(rule.bands.map(({ extraKgCents }) => extraKgCents));
      const upTo = describeRange(rule.bands.map(({ cents }) => cents));
      return rule.bands.some(({ extraKgCents }) => extraKgCents > 0)
        ? `${upTo}, mais ${extra} por kg adicional`
        : upTo;
    }
    case 'shipping_cap':
      return `até ${formatBps(rule.shareBps)} do preço`;
    case 'tax':
      return (
        formatBps(rule.nominalBps) +
        (rule.deductCents === 0 ? '' : ` menos ${money(rule.deductCents)} ao ano`)
      );
    default:
      return 'cents' in rule.charge
        ? money(rule.charge.cents)
        : `${formatBps(rule.charge.shareBps)} do preço`;
  }
}

function describeRange(cents: readonly number[]): string {
  const [least, most] = [Math.min(...cents), Math.max(...cents)];
  return least === most ? money(least) : `${money(least)} a ${money(most)}`;
}

const describeMinimum = (cents: number) => (cents === 0 ? '' : `, no mínimo ${money(cents)}`);

/** A day as it is shown: '2026-12-01' as '01/12/2026'. */
export const formatRuleDay = (day: string): string => day.split('-').reverse().join('/');

const listOf = (text: string | null) => (text === null ? [] : [text]);

const describeLogistics = (logistics: readonly (keyof typeof LOGISTICS_LABELS)[] | null) =>
  logistics === null ? [] : [logistics.map((each) => LOGISTICS_LABELS[each]).join(', ')];

function describeBand({ fromCents: from, toCents: to }: PriceBand): string {
  if (to === null) return from === 0 ? 'qualquer preço' : `a partir de ${money(from)}`;
  return from === 0 ? `até ${money(to)}` : `${money(from)} a ${money(to)}`;
}

function describeWeight({ overG, upToG }: ShippingRule['weight']): string {
  if (upToG === null) return overG === 0 ? 'qualquer peso' : `mais de ${formatKg(overG)}`;
  return overG === 0 ? `até ${formatKg(upToG)}` : `${formatKg(overG)} a ${formatKg(upToG)}`;
}

const money = (cents: number) => formatMoney(fromCents(cents));
const decimal = (value: number) => String(value).replace('.', ',');
const formatKg = (grams: number) => `${decimal(grams / 1000)} kg`;
const formatBps = (bps: number) => `${decimal(bps / 100)}%`;
