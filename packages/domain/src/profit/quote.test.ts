import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySale, makeAmazonSale, makeSale, parcelOf, table } from '../../testing/profit-sale';
import { type CostCurve, makeCostCurve } from './pricing/cost-curve';
import { netAt, quoteParcel, quoteSale } from './quote';
import type { Sale } from './sale';

const curveOf = (changes: Partial<Sale> = {}) => makeCostCurve(table, makeSale(changes));
/** What is missing at some price, each code once. */
const missingCodes = ({ pieces }: CostCurve) => [...new Set(pieces.flatMap(({ missing }) => missing))];
const price = fc.oneof(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 999_999_999 }));

describe('what is not known is said', () => {
  it.each([
    ['categoria', { category: null }],
    ['sem_regra_tarifa', { category: 'Foguetes' }],
    ['tipo_anuncio', { listingType: null }],
    ['sem_regra_tarifa', { listingType: 'gratis' }],
    ['logistica', { logistics: null }],
    ['reputacao', { reputation: null }],
    ['peso', { parcel: parcelOf(null) }],
    ['regime', { tax: null }],
    ['receita_12_meses', { tax: { regime: 'simples', revenueCents: null } }],
    ['sem_regra_imposto', { tax: { regime: 'simples', revenueCents: 480_000_001 } }],
    ['aliquota', { tax: { regime: 'outro', bps: null } }],
    ['preco_fornecedor', { supplierCents: null }],
    ['entrega_propria', { logistics: 'self_service' }],
  ] as const)('%s', (code, changes) => {
    const { missing, netCents, marginPercent, lines } = quoteSale(curveOf(changes), 7899);
    expect({ missing, netCents, marginPercent }).toEqual({
      missing: [code],
      netCents: null,
      marginPercent: null,
    });
    expect(lines.length).toBeGreaterThan(0);
    expect(missingCodes(curveOf(changes))).toEqual([code]);
  });

  it('the place that DBA collects at', () => {
    const curve = makeCostCurve(table, makeAmazonSale({ origin: null }));
    expect([quoteSale(curve, 7899).missing, quoteSale(curve, 7900).missing]).toEqual([[], ['origem']]);
  });

  it('several things at once, each of them once', () => {
    const curve = curveOf({ reputation: null, parcel: parcelOf(null), tax: null });
    expect([...missingCodes(curve)].sort()).toEqual(['peso', 'regime', 'reputacao']);
  });

  it('a day before all rules', () => {
    expect([...missingCodes(curveOf({ day: '2017-12-31' }))].sort()).toEqual([
      'sem_regra_frete',
      'sem_regra_imposto',
      'sem_regra_tarifa',
      'sem_regra_tarifa_fixa',
    ]);
  });
});

it('what the marketplace said goes before the rules, at its prices', () => {
  const known = [
    { code: 'tarifa_venda', fromCents: 7900, toCents: 9999, charge: { shareBps: 1000 } },
    { code: 'frete_vendedor', fromCents: 7900, toCents: null, charge: { cents: 1111 } },
  ] as const;
  const lines = quoteSale(curveOf({ known }), 7900).lines.slice(0, 3);
  expect(lines).toMatchObject([
    { code: 'tarifa_venda', cents: 790, origin: 'api', ruleId: null },
    { code: 'tarifa_fixa', cents: 0, origin: 'tabela' },
    { code: 'frete_vendedor', cents: 1111, origin: 'api', ruleId: null },
  ]);
  expect(quoteSale(curveOf({ known }), 7899)).toEqual(quoteSale(curveOf(), 7899));
  expect(quoteSale(curveOf({ known, category: null }), 7900).missing).toEqual([]);
});

it('several units in a parcel pay its freight once on Mercado Livre, and each on Amazon', () => {
  const freightOf = (sale: Sale) =>
    quoteParcel(makeCostCurve(table, sale), 7900, 3).lines.find(({ code }) => code === 'frete_vendedor')
      ?.cents;
  expect([freightOf(makeSale()), freightOf(makeAmazonSale())]).toEqual([1445, 3 * 1345]);
  const quote = quoteParcel(curveOf(), 7900, 3);
  expect(quote).toMatchObject({ priceCents: 23700, netCents: 3 * 2080 + 2 * 1445 });
});

it('the parts and what remains are the whole, and the short way finds the same', () => {
  fc.assert(
    fc.property(anySale, price, fc.integer({ min: 1, max: 9 }), (sale, priceCents, units) => {
      const curve = makeCostCurve(table, sale);
      const { lines, costCents, netCents, missing } = quoteParcel(curve, priceCents, units);
      const sum = lines.reduce((total, { cents }) => total + cents, 0);
      expect(costCents).toBe(sum);
      expect(netCents).toBe(missing.length > 0 ? null : priceCents * units - sum);
      expect(netAt(curve, priceCents)).toBe(quoteSale(curve, priceCents).netCents);
      for (const { cents } of lines) expect(Number.isSafeInteger(cents) && cents >= 0).toBe(true);
    }),
  );
});

it('a curve of one price, or of a few, says of them what the whole curve says', () => {
  fc.assert(
    fc.property(anySale, price, fc.integer({ min: 0, max: 20_000 }), (sale, from, more) => {
      const to = Math.min(from + more, 999_999_999);
      const whole = makeCostCurve(table, sale);
      expect(quoteSale(makeCostCurve(table, sale, { from, to: from }), from)).toEqual(quoteSale(whole, from));
      const some = makeCostCurve(table, sale, { from, to });
      for (const priceCents of [from, to])
        expect(quoteSale(some, priceCents)).toEqual(quoteSale(whole, priceCents));
      expect(() => quoteSale(some, to + 1)).toThrow(RangeError);
    }),
  );
});

it.each([-1, 0.5, Number.NaN, 1_000_000_000])('refuses %d as a price in cents', (cents) => {
  expect(() => quoteSale(curveOf(), cents)).toThrow(RangeError);
});

it.each([
  { packagingCents: -1 },
  { supplierCents: 0.5 },
  { adsBps: 10_001 },
  { parcel: parcelOf(-1) },
  { parcel: parcelOf(0) },
  { day: '21/11/2026' },
  { known: [{ code: 'tarifa_venda', fromCents: 0.5, toCents: null, charge: { cents: 1 } }] },
  { tax: { regime: 'outro', bps: -1 } },
  {
    known: [
      { code: 'tarifa_venda', fromCents: 0, toCents: null, charge: { cents: 1 } },
      { code: 'tarifa_venda', fromCents: 100, toCents: 200, charge: { cents: 2 } },
    ],
  },
] as const)('refuses a sale with %o', (changes) => {
  expect(() => curveOf(changes)).toThrow(RangeError);
});
