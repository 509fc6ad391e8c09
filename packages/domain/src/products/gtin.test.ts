import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasNoGtin, isGtin } from './gtin';

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

describe('hasNoGtin', () => {
  it.each([
    ...['0000000000000', '00000000', '0', '1111111111111', '99999999'],
    ...['SEM GTIN', 'sem ean', 'Sem código', '-', '--', 'N/A', 'n/d', 'Não se aplica', 'null'],
    ...['2000000000008', '2912345678906', '0200000000004', '0400000000008'],
    ...['200000000004', '400000000008', '12000000000005', '20000004', '00000017'],
  ])('is true of %s', (code) => {
    expect(hasNoGtin(code)).toBe(true);
  });

  it.each([
    ...['6925281974397', '7891000315507', '036000291452', '96385074', '10614141000415', '0036000291452'],
    ...['2000000000009', '6925281974398', 'abc', '7', '222'],
  ])('is false of %s, whether it is a GTIN or none', (code) => {
    expect(hasNoGtin(code)).toBe(false);
  });
});
