import { describe, expect, it } from 'vitest';
import { ML_HOME, makeSale } from '../../../testing/profit-sale';
import { listChangeDays } from '../fallen-margin';
import { makeCostCurve } from '../pricing/cost-curve';
import { quoteSale } from '../quote';
import { addRules } from './add-rules';
import { getBuiltInTable } from './built-in-table';
import { CURRENT_RULES } from './current-rules';
import type { CommissionRule, FeeRule, FixedFeeRule, OptionRule, ShippingRule, TaxRule } from './fee-rule';
import { findRuleProblems } from './rule-problems';
import { getTableWith, resolveRules } from './stored-table';

function ruleOf<Rule extends FeeRule>(id: string): Rule {
  const rule = CURRENT_RULES.find((each) => each.id === id);
  if (!rule) throw new Error(`no rule ${id}`);
  return rule as Rule;
}
const commission = ruleOf<CommissionRule>('ml-commission-classico-casa-moveis-e-decoracao');
const fee = ruleOf<FixedFeeRule>('ml-fixed-carried-1');
const freight = ruleOf<ShippingRule>('ml-ship-2026-08-green-03');
const option = ruleOf<OptionRule>('amazon-instalments');
const tax = ruleOf<TaxRule>('tax-simples-i-2');
const next = <Rule extends FeeRule>(rule: Rule, changes: Partial<Rule> = {}): Rule => ({
  ...rule,
  ...{ id: 'newer', validFrom: '2026-12-01', validTo: null },
  ...changes,
});

const lastDays = (older: FeeRule, newer: FeeRule) => addRules([older], [newer])[0]?.validTo;

describe('a newer rule', () => {
  it('ends the older one on the day before it begins, and leaves what was given as it is', () => {
    const before = structuredClone(commission);
    expect(lastDays(commission, next(commission))).toBe('2026-11-30');
    expect(lastDays(commission, next(commission, { validFrom: '2027-01-01' }))).toBe('2026-12-31');
    expect(commission).toEqual(before);
  });

  it('counts from its first day on, and the older one until then', () => {
    const added = [next(commission, { tiers: [{ upToCents: null, bps: 1250 }] })];
    const fees = (day: string) => {
      const curve = makeCostCurve(getTableWith(added), makeSale({ day, category: ML_HOME }));
      return quoteSale(curve, 10_000).lines.find(({ code }) => code === 'tarifa_venda');
    };
    expect(fees('2026-11-30')).toMatchObject({ cents: 1150, ruleId: commission.id });
    expect(fees('2026-12-01')).toMatchObject({ cents: 1250, ruleId: 'newer' });
  });

  it('is itself ended by what is added after it', () => {
    const added = [next(commission), next(commission, { id: 'newest', validFrom: '2027-02-01' })];
    const { rules } = resolveRules(added);
    expect(rules.find(({ id }) => id === 'newer')?.validTo).toBe('2027-01-31');
    expect(findRuleProblems(rules)).toEqual([]);
  });

  it.each<[string, FeeRule, FeeRule, boolean]>([
    ['for all listings ends that of one', commission, next(commission, { listingType: null }), true],
    ['for some logistics of the older', fee, next(fee, { logistics: [fee.logistics?.[0] ?? 'me1'] }), false],
    ['for all logistics', fee, next(fee, { logistics: null }), true],
    ['for cheaper goods alone', fee, next(fee, { toCents: fee.fromCents }), false],
    ['of the same weights and prices', freight, next(freight), true],
    ['for one reputation of all', { ...freight, reputation: null }, next(freight), false],
    ['of half of the weights', freight, next(freight, { weight: { overG: 900, upToG: 1000 } }), false],
    ['without a band of prices', freight, next(freight, { bands: freight.bands.slice(1) }), false],
    [
      'with other bands and no gap',
      freight,
      next(freight, {
        bands: [
          { fromCents: 5000, toCents: null, cents: 1, extraKgCents: 0 },
          { fromCents: 0, toCents: 4999, cents: 1, extraKgCents: 0 },
        ],
      }),
      true,
    ],
    ['of an option', option, next(option), true],
    ['of an option from a higher price on', option, next(option, { fromCents: 5000 }), false],
    ['of a bracket', tax, next(tax), true],
    ['that is unconfirmed', commission, next(commission, { confidence: 'unconfirmed' }), false],
    ['of other sales', commission, next(commission, { category: 'Games' }), false],
    [
      'that is over before the older one begins',
      next(commission),
      next(commission, { id: 'b', validFrom: '2026-01-01', validTo: '2026-02-01' }),
      false,
    ],
    ['that begins on the same day', commission, next(commission, { validFrom: commission.validFrom }), false],
  ])('%s', (_, older, newer, ends) => {
    expect(lastDays(older, newer)).toBe(ends ? '2026-11-30' : older.validTo);
  });

  it('that covers the older one in part, or begins no later, is named with it', () => {
    for (const newer of [next(fee, { toCents: fee.fromCents }), next(fee, { validFrom: fee.validFrom })]) {
      expect(findRuleProblems(addRules([fee], [newer])).map(({ ids }) => ids)).toEqual([[fee.id, 'newer']]);
    }
  });
});

describe('a newer rule with a last day', () => {
  const promotion = next(commission, { validTo: '2026-12-31', tiers: [{ upToCents: null, bps: 900 }] });
  const spansOf = (rules: readonly FeeRule[], id: string) =>
    rules.filter((rule) => rule.id === id).map(({ validFrom, validTo }) => [validFrom, validTo]);

  it('lets the older one hold again from the day after', () => {
    const curve = (day: string) =>
      makeCostCurve(getTableWith([promotion]), makeSale({ day, category: ML_HOME }));
    const fees = (day: string) =>
      quoteSale(curve(day), 10_000).lines.find(({ code }) => code === 'tarifa_venda');
    expect(fees('2026-11-30')).toMatchObject({ cents: 1150, ruleId: commission.id });
    expect(fees('2026-12-31')).toMatchObject({ cents: 900, ruleId: 'newer' });
    expect(fees('2027-01-01')).toMatchObject({ cents: 1150, ruleId: commission.id });
    expect(getTableWith([promotion]).byId.get(commission.id)?.validFrom).toBe(commission.validFrom);
    expect(listChangeDays(getTableWith([promotion]), { from: '2026-11-30', to: '2027-01-01' })).toEqual([
      '2026-12-01',
      '2027-01-01',
    ]);
  });

  it('but not when the older one is over by then', () => {
    const older = { ...commission, validTo: '2026-12-31' };
    expect(spansOf(addRules([older], [promotion]), older.id)).toEqual([[older.validFrom, '2026-11-30']]);
  });

  it.each([
    ['within it ends that too', '2026-12-20', [['2026-12-01', '2026-12-19']], []],
    ['after it', '2027-02-01', [['2026-12-01', '2026-12-31']], [['2027-01-01', '2027-01-31']]],
  ])('and one that comes %s', (_, validFrom, ofPromotion, again) => {
    const { rules, idle } = resolveRules([promotion, next(commission, { id: 'newest', validFrom })]);
    expect(idle).toEqual([]);
    expect(spansOf(rules, 'newer')).toEqual(ofPromotion);
    expect(spansOf(rules, commission.id)).toEqual([[commission.validFrom, '2026-11-30'], ...again]);
    expect(findRuleProblems(rules)).toEqual([]);
  });
});

describe('an added rule has no effect', () => {
  it.each<[string, FeeRule, string]>([
    [
      'where a shipped one holds for the same sales',
      next(commission, { validFrom: commission.validFrom }),
      'sobreposicao',
    ],
    ['with the name of another', next(commission, { id: commission.id }), 'id_repetido'],
    ['with a day that does not exist', next(commission, { validFrom: '2026-02-30' }), 'dia_invalido'],
    [
      'with tiers that end',
      next(commission, { tiers: [{ upToCents: 100, bps: 1 }] }),
      'faixas_fora_de_ordem',
    ],
  ])('%s, and all others have theirs', (_, wrong, code) => {
    const right = next(commission, { id: 'right' });
    const { rules, idle } = resolveRules([wrong, right]);
    expect(idle).toEqual([{ rule: wrong, problem: expect.objectContaining({ code }) }]);
    expect(rules).toEqual(resolveRules([right]).rules);
    expect(getTableWith([wrong, right]).byId.get('right')).toEqual(right);
  });
});

describe('the table with added rules', () => {
  it('is that of the product while there are none, and the same object for the same rules', () => {
    expect(getTableWith([])).toBe(getBuiltInTable());
    expect(getTableWith([next(commission)])).toBe(getTableWith([next(commission)]));
    expect(getTableWith([next(commission, { minimumCents: 1 })])).not.toBe(getTableWith([next(commission)]));
  });
});
