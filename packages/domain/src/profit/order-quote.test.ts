import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySale, makeAmazonSale, makeSale, parcelOf, table } from '../../testing/profit-sale';
import { sumFacts, toFacts } from './facts/cost-fact';
import { type QuotedLine, quoteOrder } from './order-quote';
import { makeCostCurve } from './pricing/cost-curve';
import { quoteParcel } from './quote';
import type { Sale } from './sale';

const line = (
  productId: string,
  sale: Sale,
  of: { priceCents?: number; units?: number } = {},
): QuotedLine => ({
  ...{ productId, sale, priceCents: 7900, units: 1 },
  ...of,
});

const centsOf = (...lines: QuotedLine[]) =>
  Object.fromEntries(quoteOrder(table, lines).lines.map(({ code, cents }) => [code, cents]));

describe('an order of several products', () => {
  const cup = line('cup', makeSale(), { units: 2 });
  const lamp = line('lamp', makeSale({ supplierCents: 9000, parcel: parcelOf(1500) }), {
    priceCents: 15_000,
  });

  it('pays fees and supplier by line, and the freight of one parcel with the weights of both', () => {
    expect(centsOf(cup, lamp)).toEqual({
      // 2 × 11.5 % of R$ 79,00 and 11.5 % of R$ 150,00.
      tarifa_venda: 2 * 909 + 1725,
      tarifa_fixa: 0,
      // 2,300 g at R$ 150,00 to R$ 199,99.
      frete_vendedor: 2435,
      imposto: 2 * 316 + 600,
      ads: 0,
      embalagem: 3 * 150,
      outros: 0,
      fornecedor: 2 * 3000 + 9000,
    });
    expect(quoteOrder(table, [cup, lamp])).toMatchObject({ priceCents: 30_800, missing: [] });
  });

  it('weighs what the volume of each counts for, however large', () => {
    const parcel = { weightG: 100, heightCm: 30, widthCm: 30, lengthCm: 30 };
    const freightOf = (sale: Sale) => centsOf(cup, line('box', sale)).frete_vendedor;
    expect(freightOf(makeSale({ parcel }))).toBe(freightOf(makeSale({ parcel: parcelOf(4500) })));
    const huge = makeSale({ parcel: { ...parcel, heightCm: 1000, widthCm: 1000, lengthCm: 1000 } });
    expect(freightOf(huge)).toBeGreaterThan(0);
  });

  it('pays the fixed fee and Amazon’s freight of each unit', () => {
    const flex = (priceCents: number) =>
      line(`${priceCents}`, makeSale({ logistics: 'self_service', ownDeliveryCents: 800 }), { priceCents });
    const fees = [flex(2000), flex(4000)].map((each) => centsOf(each).tarifa_fixa ?? 0);
    expect(fees).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Math.min(...fees)).toBeGreaterThan(0);
    expect(centsOf(flex(2000), flex(4000))).toMatchObject({
      tarifa_fixa: (fees[0] ?? 0) + (fees[1] ?? 0),
      frete_vendedor: 800,
    });
    const onAmazon = [line('cup', makeAmazonSale(), { units: 2 }), line('lamp', makeAmazonSale())];
    expect(centsOf(...onAmazon).frete_vendedor).toBe(3 * 1345);
  });

  it('has a rule where all lines are by the same, and nothing told of the freight of one alone', () => {
    const known = [
      { code: 'frete_vendedor', fromCents: 0, toCents: null, charge: { cents: 1111 } },
      { code: 'tarifa_venda', fromCents: 0, toCents: null, charge: { cents: 800 } },
    ] as const;
    const told = line('told', makeSale({ known }));
    const findFact = (code: string, ...lines: QuotedLine[]) =>
      toFacts(table, quoteOrder(table, lines)).find((fact) => fact.code === code);
    expect(findFact('tarifa_venda', cup, lamp)?.ruleId).toMatch(/^ml-commission-classico-/);
    expect(findFact('tarifa_venda', cup, told)).toMatchObject({
      cents: 2618,
      origin: 'tabela',
      ruleId: null,
    });
    expect(findFact('frete_vendedor', cup, told)).toMatchObject({
      origin: 'tabela',
      ruleSince: '2026-08-24',
    });
    expect(findFact('frete_vendedor', told)).toMatchObject({ origin: 'api', cents: 1111 });
  });

  it('has no amount for a cost that is not known of one of them, and says why once', () => {
    const unknown = line('unknown', makeSale({ category: null, parcel: parcelOf(null) }));
    const facts = toFacts(table, quoteOrder(table, [cup, unknown]));
    expect(facts.map(({ code, cents, missing }) => [code, cents, missing])).toEqual([
      ['imposto', 3 * 316, null],
      ['embalagem', 450, null],
      ['fornecedor', 9000, null],
      ['tarifa_venda', null, 'categoria'],
      ['frete_vendedor', null, 'peso'],
    ]);
    expect(sumFacts(facts).cents).toBeNull();
  });
});

const price = fc.integer({ min: 0, max: 30_000 });
const units = fc.integer({ min: 1, max: 9 });
const factsOf = (lines: readonly QuotedLine[]) => toFacts(table, quoteOrder(table, lines));

it('lines of one product cost what a line of all their units does', () => {
  fc.assert(
    fc.property(
      anySale,
      price,
      fc.array(units, { minLength: 1, maxLength: 5 }),
      (sale, priceCents, parts) => {
        const all = parts.reduce((sum, part) => sum + part, 0);
        const whole = quoteParcel(makeCostCurve(table, sale), priceCents, all);
        const lines = parts.map((part) => line('product', sale, { priceCents, units: part }));
        expect(quoteOrder(table, lines)).toEqual(whole);
      },
    ),
  );
});

const anyLine = fc
  .tuple(fc.constantFrom('a', 'b', 'c'), price, units)
  .map(([productId, priceCents, count]) => ({ productId, priceCents, units: count }));

/** Lines of up to three products of one seller. */
const anyLines = fc
  .tuple(fc.array(anySale, { minLength: 3, maxLength: 3 }), fc.array(anyLine, { minLength: 1, maxLength: 6 }))
  .filter(([sales]) => new Set(sales.map(({ marketplace }) => marketplace)).size === 1)
  .map(([sales, lines]) =>
    lines.map((each) => ({ ...each, sale: sales['abc'.indexOf(each.productId)] as Sale })),
  );

it('the order of lines does not matter, and the facts sum to the costs to the cent', () => {
  fc.assert(
    fc.property(anyLines, fc.nat(), (lines, at) => {
      const facts = factsOf(lines);
      const cut = at % lines.length;
      expect(factsOf([...lines.slice(cut), ...lines.slice(0, cut)].reverse())).toEqual(facts);
      expect(new Set(facts.map(({ code }) => code)).size).toBe(facts.length);
      const { netCents, priceCents } = quoteOrder(table, lines);
      const { cents } = sumFacts(facts);
      expect(netCents).toBe(cents === null ? null : priceCents - cents);
      const byLine = (code: string) => lines.reduce((sum, each) => sum + (centsOf(each)[code] ?? 0), 0);
      for (const code of ['tarifa_venda', 'imposto', 'fornecedor'])
        expect(facts.find((fact) => fact.code === code)?.cents).toBe(byLine(code));
    }),
  );
});
