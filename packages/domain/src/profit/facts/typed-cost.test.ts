import { describe, expect, it } from 'vitest';
import type { CostFact } from './cost-fact';
import { planTypedCost } from './typed-cost';

const fact = (changes: Partial<CostFact> = {}): CostFact => ({
  ...{ code: 'tarifa_venda', cents: 909, origin: 'tabela', charged: false, isSelfDelivered: false },
  ...{ ruleId: 'ml', ruleSince: '2025-01-01', missing: null },
  ...changes,
});
const own = { code: 'tarifa_venda', cents: 950, isBilled: false } as const;
const word = { cents: 950, origin: 'usuario', charged: false, ruleId: null } as const;

describe('what a seller says of a cost', () => {
  it.each([
    ['an estimate', fact()],
    ['what is not known', fact({ cents: null, missing: 'categoria' })],
    ['an earlier word', fact({ cents: 1, origin: 'usuario' })],
    ['what the marketplace only expects', fact({ origin: 'api' })],
  ])('goes before %s', (_name, held) => {
    const plan = planTypedCost([held, fact({ code: 'imposto' })], own);
    expect(plan?.reversed).toEqual([held]);
    expect(plan?.added).toMatchObject([word]);
  });

  it('adds a cost that the order did not have', () => {
    expect(planTypedCost([], own)).toMatchObject({ reversed: [], added: [word] });
  });

  it('does not go before a charge, but its bill does, also before an earlier bill', () => {
    const charge = fact({ origin: 'api', charged: true });
    expect(planTypedCost([charge], own)).toBeNull();
    const billed = { ...own, isBilled: true };
    expect(planTypedCost([charge], billed)?.added).toMatchObject([{ origin: 'fatura', charged: true }]);
    const bill = fact({ cents: 1, origin: 'fatura', charged: true });
    expect(planTypedCost([bill], billed)?.reversed).toEqual([bill]);
  });

  it('writes nothing when it is said again', () => {
    const nothing = { reversed: [], added: [] };
    expect(planTypedCost([fact(word)], own)).toEqual(nothing);
    const bill = fact({ ...word, origin: 'fatura', charged: true });
    expect(planTypedCost([bill], { ...own, isBilled: true })).toEqual(nothing);
  });

  it('stays a delivery by the seller, unless the freight is on a bill', () => {
    const own = { code: 'frete_vendedor', cents: 700, isBilled: false } as const;
    const freight = { code: 'frete_vendedor', ruleId: null, ruleSince: null } as const;
    const known = fact({ ...freight, cents: 800, origin: 'usuario', isSelfDelivered: true });
    const unknown = fact({ ...freight, cents: null, missing: 'entrega_propria' });
    for (const held of [known, unknown]) {
      expect(planTypedCost([held], own)?.added[0]?.isSelfDelivered).toBe(true);
      expect(planTypedCost([held], { ...own, isBilled: true })?.added[0]?.isSelfDelivered).toBe(false);
    }
    expect(planTypedCost([fact({ code: 'frete_vendedor' })], own)?.added[0]?.isSelfDelivered).toBe(false);
  });

  it('is on no bill where the marketplace does not take it', () => {
    expect(() => planTypedCost([], { code: 'fornecedor', cents: 1, isBilled: true })).toThrow(RangeError);
  });
});
