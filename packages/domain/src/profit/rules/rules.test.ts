import { describe, expect, it } from 'vitest';
import { makeSale, table } from '../../../testing/profit-sale';
import { makeCostCurve } from '../pricing/cost-curve';
import { CURRENT_RULES } from './current-rules';
import type { CommissionRule, FeeRule, FixedFeeRule, ShippingRule } from './fee-rule';
import { findRules, makeFeeTable } from './fee-table';
import { findRuleProblems, formatRuleProblem } from './rule-problems';

const ruleOf = <Rule extends FeeRule>(id: string) => {
  const rule = CURRENT_RULES.find((each) => each.id === id);
  if (!rule) throw new Error(`no rule ${id}`);
  return rule as Rule;
};
const fee = ruleOf<FixedFeeRule>('ml-fixed-carried-1');
const freight = ruleOf<ShippingRule>('ml-ship-2026-08-green-03');
const commission = ruleOf<CommissionRule>('ml-commission-classico-games');
const bandOf = (fromCents: number, toCents: number | null) => ({
  ...{ fromCents, toCents, cents: 100, extraKgCents: 0 },
});
const sentences = (...rules: FeeRule[]) => findRuleProblems(rules).map(formatRuleProblem);

describe('the rules that ship with the product', () => {
  it('have nothing wrong with them', () => expect(findRuleProblems(CURRENT_RULES)).toEqual([]));

  it('name pages they were taken from', () => {
    for (const { id, sources } of CURRENT_RULES) {
      expect(sources.length, id).toBeGreaterThan(0);
      for (const source of sources) expect(source, id).toMatch(/^https:\/\//);
    }
  });

  it.each([
    ['yellow-01', [646, 783, 931, 1554, 1794, 2034, 2286, 2598]],
    ['yellow-30', [1000, 1469, 1651, 20046, 23202, 26214, 29214, 31542]],
    ['orange_red-01', [807, 979, 1164, 2590, 2990, 3390, 3810, 4330]],
    ['orange_red-30', [1250, 1836, 2064, 33410, 38670, 43690, 48690, 52570]],
  ])('charge other reputations since August what green pays, less its discount: %s', (row, cents) => {
    const { bands } = ruleOf<ShippingRule>(`ml-ship-2026-08-${row}`);
    expect(bands.map((band) => band.cents)).toEqual(cents);
  });

  it('cover every gram and price that Mercado Livre carries', () => {
    for (const day of ['2026-03-02', '2026-08-23', '2026-08-24', '2026-11-21']) {
      for (const reputation of ['green', 'yellow', 'orange_red'] as const) {
        for (const weightG of [1, 300, 301, 9_500, 10_500, 150_000, 150_001]) {
          const parcel = { ...makeSale().parcel, weightG };
          const { pieces } = makeCostCurve(table, makeSale({ day, reputation, parcel }));
          expect(pieces.flatMap(({ missing }) => missing)).toEqual([]);
        }
      }
    }
  });
});

describe('a rule', () => {
  const sale = { marketplace: 'mercadolivre', day: '2026-05-10' } as const;
  const ids = (day: string) => findRules(table, 'shipping_cap', { ...sale, day }).map(({ id }) => id);

  it('holds from its first day to its last', () => {
    expect(ids('2026-03-01')).toEqual([]);
    expect(ids('2026-03-02')).toEqual(['ml-shipping-half-price']);
    const march = CURRENT_RULES.filter(({ id }) => id.startsWith('ml-ship-2026-03-green'));
    const inForce = (day: string) => findRules(table, 'shipping', { ...sale, day });
    expect(march.length).toBe(29);
    expect(march.every((rule) => inForce('2026-08-23').some(({ id }) => id === rule.id))).toBe(true);
    expect(march.some((rule) => inForce('2026-08-24').some(({ id }) => id === rule.id))).toBe(false);
  });

  it('holds on its days however many days were asked about before, and in its own table alone', () => {
    const other = makeFeeTable(CURRENT_RULES.filter(({ kind }) => kind !== 'shipping_cap'));
    for (let day = 1; day <= 300; day += 1) {
      const date = new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);
      expect([ids(date), ids(date)]).toEqual(
        Array(2).fill(date < '2026-03-02' ? [] : ['ml-shipping-half-price']),
      );
      expect(findRules(other, 'shipping_cap', { ...sale, day: date })).toEqual([]);
    }
  });

  it('that is unconfirmed enters no sum', () => {
    const doubtful: FeeRule = { ...fee, id: 'rumour', confidence: 'unconfirmed', charge: { cents: 999 } };
    const withIt = makeFeeTable([...CURRENT_RULES, doubtful]);
    expect(makeCostCurve(withIt, makeSale())).toEqual(makeCostCurve(table, makeSale()));
  });
});

describe('refused with a sentence that names the rule', () => {
  it.each([
    [{ validTo: '2026-03-01' }, 'A regra ml-fixed-carried-1 termina antes de começar.'],
    [{ validFrom: '2026-02-30' }, 'A regra ml-fixed-carried-1 tem uma data que não existe.'],
    [{ validFrom: '02/03/2026' }, 'A regra ml-fixed-carried-1 tem uma data que não existe.'],
    [
      { fromCents: 100, toCents: 99 },
      'A regra ml-fixed-carried-1 tem uma faixa que termina antes de começar.',
    ],
    [{ charge: { cents: -1 } }, 'A regra ml-fixed-carried-1 tem um valor inválido.'],
  ])('%o', (changes, sentence) => expect(sentences({ ...fee, ...changes })).toEqual([sentence]));

  const tiers = (...ends: (number | null)[]) => ({
    tiers: ends.map((upToCents) => ({ upToCents, bps: 1000 })),
  });
  it.each<[FeeRule, string]>([
    [{ ...commission, ...tiers(100) }, 'faixas_fora_de_ordem'],
    [{ ...commission, ...tiers(null, null) }, 'faixas_fora_de_ordem'],
    [{ ...commission, ...tiers(null, 100) }, 'faixas_fora_de_ordem'],
    [{ ...commission, ...tiers(100, 200, null) }, ''],
    [{ ...freight, bands: [bandOf(0, 100), bandOf(100, null)] }, 'faixas_fora_de_ordem'],
    [{ ...freight, bands: [bandOf(100, null), bandOf(200, 300)] }, 'faixas_fora_de_ordem'],
    [{ ...freight, bands: [bandOf(101, null), bandOf(0, 100)] }, ''],
  ])('bands that overlap, are out of order or leave the highest prices out %#', (rule, code) => {
    expect(findRuleProblems([rule]).map((problem) => problem.code)).toEqual(code === '' ? [] : [code]);
  });

  it('an id that comes twice', () => {
    expect(sentences(fee, fee)).toEqual(['O código ml-fixed-carried-1 aparece em mais de uma regra.']);
  });

  it('two that hold for the same sale, and on which days', () => {
    const newer = { ...fee, id: 'newer', validFrom: '2026-12-01' };
    expect(sentences(fee, newer)).toEqual([
      'As regras ml-fixed-carried-1 e newer valem ao mesmo tempo para a mesma venda, a partir de 01/12/2026.',
    ]);
    expect(sentences(newer, { ...fee, validTo: '2026-12-24' })).toEqual([
      'As regras newer e ml-fixed-carried-1 valem ao mesmo tempo para a mesma venda, de 01/12/2026 a 24/12/2026.',
    ]);
    expect(() => makeFeeTable([fee, newer])).toThrow(/newer/);
    expect(sentences({ ...fee, validTo: '2026-11-30' }, newer)).toEqual([]);
  });

  it.each<[FeeRule, FeeRule, boolean]>([
    [fee, { ...fee, id: 'b', category: 'Games' }, false],
    [fee, { ...fee, id: 'b', logistics: ['me1'] }, false],
    [fee, { ...fee, id: 'b', logistics: null }, true],
    [{ ...fee, toCents: 99 }, { ...fee, id: 'b', fromCents: 100 }, false],
    [{ ...fee, toCents: 100 }, { ...fee, id: 'b', fromCents: 100 }, true],
    [freight, { ...freight, id: 'b', reputation: 'yellow' }, false],
    [freight, { ...freight, id: 'b', reputation: null }, true],
    [freight, { ...freight, id: 'b', weight: { overG: 1000, upToG: 2000 } }, false],
    [freight, { ...freight, id: 'b', weight: { overG: 999, upToG: null } }, true],
    [commission, { ...commission, id: 'b', listingType: 'premium' }, false],
    [commission, { ...commission, id: 'b', listingType: null }, true],
    [commission, { ...commission, id: 'b', confidence: 'unconfirmed' }, false],
  ])('%# tells rules that compete from those that do not', (a, b, overlaps) => {
    expect(findRuleProblems([a, b]).map(({ code }) => code)).toEqual(overlaps ? ['sobreposicao'] : []);
  });
});
