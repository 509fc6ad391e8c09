import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCents, toCents } from '../money';
import {
  INSTALLMENT_OPTIONS,
  installmentValue,
  isPlanId,
  PLAN_IDS,
  PLANS,
  planAdminLabel,
  splitInstallments,
} from './plans';

describe('the plans that are sold', () => {
  it.each([
    ['basico', 'Basico', 119, 1, '1 mes', null],
    ['intermediario', 'Intermediario', 250, 6, '6 meses', 464],
    ['top', 'TOP', 380, 12, '1 ano', 1048],
  ] as const)(
    '%s is %s at R$ %d for %d month(s), %s, saving %s',
    (id, nome, preco, meses, duracao, economia) => {
      expect(PLANS[id]).toMatchObject({ id, nome, preco, meses, duracao, economia });
    },
  );

  it('claims the saving against as many months of the basic plan', () => {
    for (const plan of PLAN_IDS.map((id) => PLANS[id]).filter(({ economia }) => economia !== null)) {
      expect(plan.economia).toBe(PLANS.basico.preco * plan.meses - plan.preco);
    }
  });

  it('marks only the middle plan', () => {
    expect(PLAN_IDS.filter((id) => PLANS[id].destaque)).toEqual(['intermediario']);
  });

  it('lists for each plan only what sets it apart', () => {
    const features = PLAN_IDS.flatMap((id) => PLANS[id].features);
    expect(new Set(features).size).toBe(features.length);
    for (const id of PLAN_IDS) expect(PLANS[id].features.length).toBeGreaterThan(0);
  });

  it('reads Medio for the middle tier in the admin panel', () => {
    expect(PLAN_IDS.map(planAdminLabel)).toEqual(['Basico', 'Medio', 'TOP']);
  });
});

describe('isPlanId', () => {
  it('knows the three plans', () => {
    expect(PLAN_IDS.every(isPlanId)).toBe(true);
  });

  it.each(['', 'TOP', 'premium', 'constructor', null, undefined, 1])('refuses %j', (value) => {
    expect(isPlanId(value)).toBe(false);
  });
});

describe('installmentValue', () => {
  it.each([
    [119, 1, 119],
    [119, 2, 59.5],
    [119, 3, 39.67],
    [250, 3, 83.33],
    [380, 3, 126.67],
  ])('splits R$ %d in %d as R$ %d each', (preco, parcelas, value) => {
    expect(installmentValue(preco, parcelas)).toBe(value);
  });

  it('is never further from the exact share than half a cent', () => {
    const price = fc.integer({ min: 0, max: 1_000_000 }).map(fromCents);
    fc.assert(
      fc.property(price, fc.constantFrom(...INSTALLMENT_OPTIONS), (preco, parcelas) => {
        const value = toCents(installmentValue(preco, parcelas));
        expect(Math.abs(value * parcelas - toCents(preco))).toBeLessThanOrEqual(parcelas / 2);
      }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %d instalments', (parcelas) => {
    expect(() => installmentValue(119, parcelas)).toThrow(RangeError);
  });
});

describe('splitInstallments', () => {
  it.each([
    [250, 1, [[1, 250]]],
    [250, 2, [[2, 125]]],
    [
      250,
      3,
      [
        [2, 83.33],
        [1, 83.34],
      ],
    ],
    [
      119,
      3,
      [
        [2, 39.67],
        [1, 39.66],
      ],
    ],
  ])('splits R$ %d in %d', (preco, parcelas, amounts) => {
    expect(splitInstallments(preco, parcelas)).toEqual(
      amounts.map(([count, valor]) => ({ parcelas: count, valor })),
    );
  });

  it('comes to the price, to the cent, in as many instalments', () => {
    const price = fc.integer({ min: 1, max: 1_000_000 }).map(fromCents);
    fc.assert(
      fc.property(price, fc.constantFrom(...INSTALLMENT_OPTIONS), (preco, parcelas) => {
        const amounts = splitInstallments(preco, parcelas);
        const sum = amounts.reduce((cents, each) => cents + toCents(each.valor) * each.parcelas, 0);
        expect(sum).toBe(toCents(preco));
        expect(amounts.reduce((count, each) => count + each.parcelas, 0)).toBe(parcelas);
      }),
    );
  });
});
