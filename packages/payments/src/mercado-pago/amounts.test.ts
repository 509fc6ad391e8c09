import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount, toAmount } from './amounts';

describe('amounts', () => {
  it.each([
    [0, '0.00'],
    [1, '0.01'],
    [10, '0.10'],
    [11_900, '119.00'],
    [123_456_789, '1234567.89'],
  ])('%d cents are written %s', (cents, amount) => {
    expect(toAmount(cents)).toBe(amount);
  });

  it('come back as they went, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (cents) => {
        expect(parseAmount(toAmount(cents))).toBe(cents);
      }),
    );
  });

  it.each([
    ['99.9', 9_990],
    ['99', 9_900],
    ['', null],
    ['99.999', null],
    ['-1.00', null],
    ['1e3', null],
    ['1,00', null],
  ])('%j is read as %j', (amount, cents) => {
    expect(parseAmount(amount)).toBe(cents);
  });

  it.each([0.5, -1, Number.NaN, 2 ** 53])('%d are not whole cents', (cents) => {
    expect(() => toAmount(cents)).toThrow(RangeError);
  });
});
