import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeSale, parcelOf, table } from '../../../testing/profit-sale';
import { makeCostCurve } from '../pricing/cost-curve';
import { quoteParcel } from '../quote';
import { type CostFact, FACT_ORIGINS, isWithoutLine, sumFacts, toFacts, toUnknown } from './cost-fact';
import { planCorrection } from './plan-correction';

const estimate = (changes: Parameters<typeof makeSale>[0] = {}, units = 1) =>
  toFacts(table, quoteParcel(makeCostCurve(table, makeSale(changes)), 7900, units));

const charge = (changes: Partial<CostFact> = {}): CostFact => ({
  ...{ code: 'tarifa_venda', cents: 950, origin: 'api', charged: true, isSelfDelivered: false },
  ...{ ruleId: null, ruleSince: null, missing: null },
  ...changes,
});

describe('the facts of an estimate', () => {
  it('are the lines of its quote, each with the rule and its first day, and sum to its costs', () => {
    const facts = estimate();
    expect(facts.map(({ code, cents, ruleSince }) => [code, cents, ruleSince])).toEqual([
      ['tarifa_venda', 909, expect.any(String)],
      ['frete_vendedor', 1445, '2026-08-24'],
      ['imposto', 316, '2018-01-01'],
      ['embalagem', 150, null],
      ['fornecedor', 3000, null],
    ]);
    expect(sumFacts(facts)).toEqual({ cents: 7900 - 2080, charged: false });
  });

  it('say what is missing instead of an amount, and have no sum', () => {
    const facts = estimate({ parcel: parcelOf(null), tax: null });
    expect(facts.filter(({ cents }) => cents === null).map(({ code, missing }) => [code, missing])).toEqual([
      ['frete_vendedor', 'peso'],
      ['imposto', 'regime'],
    ]);
    expect(sumFacts(facts).cents).toBeNull();
    expect(sumFacts([])).toEqual({ cents: null, charged: false });
  });

  it('of which nothing can be computed name each cost once', () => {
    expect(toUnknown(['varios_itens', 'regime']).map(({ code, missing }) => [code, missing])).toEqual([
      ['tarifa_venda', 'varios_itens'],
      ['frete_vendedor', 'varios_itens'],
      ['imposto', 'varios_itens'],
    ]);
  });
});

describe('a correction', () => {
  it('takes back an estimate for what was charged, and writes the same charge once', () => {
    const held = estimate();
    const plan = planCorrection(held, [charge()]);
    expect(plan.reversed.map(({ code, cents }) => [code, cents])).toEqual([['tarifa_venda', 909]]);
    expect(plan.added).toEqual([charge()]);
    expect(planCorrection([charge()], [charge()])).toEqual({ reversed: [], added: [] });
  });

  it('never gives a charge up for an estimate, nor a bill for the answer of an order', () => {
    expect(planCorrection([charge()], estimate()).reversed).toEqual([]);
    const billed = charge({ cents: 940, origin: 'fatura' });
    expect(planCorrection([charge()], [billed]).added).toEqual([billed]);
    expect(planCorrection([billed], [charge()])).toEqual({ reversed: [], added: [] });
  });

  it('of an estimate fills in what was missing, and leaves what is known as it was on its day', () => {
    const held = estimate({ parcel: parcelOf(null), packagingCents: 100 });
    const { reversed, added } = planCorrection(held, estimate(), { isWhole: true });
    expect(reversed.map(({ code, missing }) => [code, missing])).toEqual([['frete_vendedor', 'peso']]);
    expect(added.map(({ code, cents }) => [code, cents])).toEqual([['frete_vendedor', 1445]]);
  });

  it('of what the marketplace expects of the order goes before a rule, and not before the seller or a charge', () => {
    const told = charge({ cents: 1505, code: 'frete_vendedor', charged: false });
    const { reversed, added } = planCorrection(estimate(), [told]);
    expect(reversed.map(({ code, cents }) => [code, cents])).toEqual([['frete_vendedor', 1445]]);
    expect(added).toEqual([told]);
    const own = charge({ ...told, cents: 900, origin: 'usuario' });
    expect(planCorrection([own], [told])).toEqual({ reversed: [], added: [] });
    expect(planCorrection([charge({ ...told, charged: true })], [{ ...told, cents: 1 }]).added).toEqual([]);
    expect(planCorrection([told], estimate()).reversed).toEqual([]);
  });

  it('that takes back a fixed fee leaves none, and what the seller brings is not the marketplace’s to charge', () => {
    const [own] = estimate({ logistics: 'self_service', ownDeliveryCents: 800 }).filter(
      ({ code }) => code === 'frete_vendedor',
    );
    if (own === undefined) throw new Error('the parcel has no freight');
    expect(own).toMatchObject({ origin: 'usuario', isSelfDelivered: true });
    const flex = [charge(), own];
    expect(sumFacts(flex)).toEqual({ cents: 1750, charged: true });
    const typed = { ...own, isSelfDelivered: false };
    expect(sumFacts([charge(), typed])).toEqual({ cents: 1750, charged: false });
    expect(sumFacts([...flex, charge({ code: 'tarifa_fixa', cents: 665, charged: false })]).charged).toBe(
      false,
    );
    expect([charge({ code: 'tarifa_fixa', cents: 0 }), charge({ cents: 0 })].map(isWithoutLine)).toEqual([
      true,
      false,
    ]);
  });

  const anyFact = fc
    .record({
      code: fc.constantFrom('tarifa_venda' as const, 'frete_vendedor' as const, 'imposto' as const),
      cents: fc.option(fc.integer({ min: 0, max: 5000 })),
      origin: fc.constantFrom(...FACT_ORIGINS),
      charged: fc.boolean(),
    })
    .map((fact) =>
      charge({
        ...fact,
        charged: fact.charged && fact.cents !== null,
        missing: fact.cents === null ? 'peso' : null,
      }),
    );

  const correct = (held: readonly CostFact[], readings: readonly CostFact[]) => {
    const { reversed, added } = planCorrection(held, readings);
    return { reversed, added, holds: [...held.filter((fact) => !reversed.includes(fact)), ...added] };
  };

  it('of whatever order of readings ends at one fact a cost, the sum of all that was written', () => {
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 12 }), (readings) => {
        let held: CostFact[] = [];
        const ledger: number[] = [];
        for (const reading of readings) {
          const { reversed, added, holds } = correct(held, [reading]);
          ledger.push(...reversed.map(({ cents }) => -(cents ?? 0)), ...added.map(({ cents }) => cents ?? 0));
          held = holds;
        }
        expect(new Set(held.map(({ code }) => code)).size).toBe(held.length);
        expect(ledger.reduce((sum, cents) => sum + cents, 0)).toBe(
          held.reduce((sum, { cents }) => sum + (cents ?? 0), 0),
        );
      }),
    );
  });

  it('of several readings at once ends where they end one after the other, and takes each fact back once', () => {
    const byCode = (facts: readonly CostFact[]) => facts.toSorted((a, b) => (a.code < b.code ? -1 : 1));
    fc.assert(
      fc.property(
        fc.array(anyFact, { maxLength: 6 }),
        fc.array(anyFact, { maxLength: 6 }),
        (before, readings) => {
          const held = before.reduce((facts: CostFact[], one) => correct(facts, [one]).holds, []);
          const atOnce = correct(held, readings);
          const oneByOne = readings.reduce((facts, one) => correct(facts, [one]).holds, held);
          expect(new Set(atOnce.reversed).size).toBe(atOnce.reversed.length);
          expect(byCode(atOnce.holds)).toEqual(byCode(oneByOne));
        },
      ),
    );
  });
});
