import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGtin, publishedStock } from './listing';

describe('publishedStock', () => {
  it('holds the margin back and never goes below zero', () => {
    expect(publishedStock({ estoque: 10, margem: 0 })).toBe(10);
    expect(publishedStock({ estoque: 10, margem: 3 })).toBe(7);
    expect(publishedStock({ estoque: 2, margem: 3 })).toBe(0);
  });
});

describe('isGtin', () => {
  it.each(['6925281974397', '7891000315507', '036000291452', '96385074', '10614141000415'])(
    'accepts %s',
    (code) => {
      expect(isGtin(code)).toBe(true);
    },
  );

  it.each(['', '692528197439', '6925281974398', '69252819743977', 'abc', ' 6925281974397', '٦925281974397'])(
    'refuses %j',
    (code) => {
      expect(isGtin(code)).toBe(false);
    },
  );

  it('notices any one wrong digit of an EAN-13', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 9 }), (place, shift) => {
        const digits = [...'7891000315507'];
        digits[place] = String((Number(digits[place]) + shift) % 10);
        expect(isGtin(digits.join(''))).toBe(false);
      }),
    );
  });
});
