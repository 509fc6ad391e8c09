import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, fromCents, isMoney, MAX_PRICE, multiplyMoney, toCents } from './money';

const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
const priceCents = fc.integer({ min: 0, max: toCents(MAX_PRICE) });

describe('toCents and fromCents', () => {
  it.each([
    [0, 0],
    [0.01, 1],
    [0.29, 29],
    [59.9, 5990],
    [1.1, 110],
    [1234.56, 123_456],
    [-0.57, -57],
    [MAX_PRICE, 999_999_999],
  ])('takes %d reais as %d cents', (reais, expected) => {
    expect(toCents(reais)).toBe(expected);
  });

  it.each([0.001, 1e-7, 59.999, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY, 1e300, Number.EPSILON])(
    'refuses %d instead of rounding it',
    (reais) => {
      expect(isMoney(reais)).toBe(false);
      expect(() => toCents(reais)).toThrow(RangeError);
    },
  );

  it('returns to the same cents after any amount was turned into reais', () => {
    fc.assert(fc.property(cents, (amount) => toCents(fromCents(amount)) === amount));
  });

  it('returns to the same cents after the amount went through JSON', () => {
    fc.assert(
      fc.property(cents, (amount) => toCents(JSON.parse(JSON.stringify(fromCents(amount)))) === amount),
    );
  });

  it('reads every decimal literal with two places', () => {
    fc.assert(
      fc.property(priceCents, (amount) => {
        const literal = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
        expect(toCents(Number(literal))).toBe(amount);
      }),
    );
  });

  it('never yields a negative zero', () => {
    expect(toCents(-0)).toBe(0);
    expect(fromCents(-0)).toBe(0);
  });

  it('refuses cents that are not whole', () => {
    expect(() => fromCents(1.5)).toThrow(RangeError);
    expect(() => fromCents(Number.MAX_SAFE_INTEGER + 1)).toThrow(RangeError);
  });
});

describe('multiplyMoney', () => {
  it('is exact where binary floats are not', () => {
    expect(multiplyMoney(0.1, 3)).toBe(0.3);
    expect(multiplyMoney(59.9, 3)).toBe(179.7);
  });

  it('equals adding the price up in cents', () => {
    fc.assert(
      fc.property(priceCents, fc.integer({ min: 0, max: 100 }), (price, units) => {
        expect(toCents(multiplyMoney(fromCents(price), units))).toBe(price * units);
      }),
    );
  });
});

describe('formatMoney', () => {
  it.each([
    [0, 'R$\u00a00,00'],
    [-0, 'R$\u00a00,00'],
    [0.05, 'R$\u00a00,05'],
    [59.9, 'R$\u00a059,90'],
    [999.99, 'R$\u00a0999,99'],
    [1234.56, 'R$\u00a01.234,56'],
    [MAX_PRICE, 'R$\u00a09.999.999,99'],
    [-1, '−R$\u00a01,00'],
    [-1234.5, '−R$\u00a01.234,50'],
    [-0.001, 'R$\u00a00,00'],
    [0.1 + 0.2, 'R$\u00a00,30'],
  ])('shows %d as %s', (reais, shown) => {
    expect(formatMoney(reais)).toBe(shown);
  });

  it('loses no cent of any amount', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const shown = formatMoney(fromCents(amount));
        expect(Number(shown.replace('−', '-').replace(/[^\d-]/g, ''))).toBe(amount);
      }),
    );
  });

  it('refuses what is no amount', () => {
    expect(() => formatMoney(Number.NaN)).toThrow(RangeError);
    expect(() => formatMoney(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});
