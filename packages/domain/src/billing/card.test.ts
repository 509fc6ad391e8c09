import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CARD_BRANDS,
  detectCardBrand,
  formatCardExpiry,
  formatCardNumber,
  formatCvv,
  isCardExpired,
  isCardLengthValid,
  isLuhnValid,
  lastFour,
} from './card';

describe('detectCardBrand', () => {
  it.each([
    ['4111111111111111', 'visa'],
    ['4235647728025682', 'visa'],
    ['5031433215406351', 'mastercard'],
    ['2221000000000009', 'mastercard'],
    ['375365153556885', 'amex'],
    ['5067766783888311', 'elo'],
    ['4011780000000000', 'elo'],
    ['6062826786276634', 'hipercard'],
    ['30569309025904', 'diners'],
    ['3530111333300000', 'jcb'],
    ['6011111111111117', 'discover'],
  ])('knows %s as %s', (digits, brand) => {
    expect(detectCardBrand(digits)).toBe(brand);
  });

  it.each(['', '0', '1', '9999', '6200000000000005', 'abcd'])('knows no brand for %j', (digits) => {
    expect(detectCardBrand(digits)).toBeNull();
  });

  it('recognises a brand while the number is being typed', () => {
    expect(['4', '5', '51', '3', '37'].map(detectCardBrand)).toEqual([
      'visa',
      null,
      'mastercard',
      null,
      'amex',
    ]);
  });

  it('keeps both ends of every prefix range equally long, so that they compare as text', () => {
    for (const { prefixes } of Object.values(CARD_BRANDS)) {
      for (const [from, to] of prefixes) expect(from.length === to.length && from <= to).toBe(true);
    }
  });
});

describe('isLuhnValid', () => {
  it.each([
    '4111111111111111',
    '4000000000000002',
    '5031433215406351',
    '375365153556885',
    '5067766783888311',
  ])('accepts %s', (digits) => {
    expect(isLuhnValid(digits)).toBe(true);
  });

  it.each(['4111111111111112', '', '4111 1111', 'abcd', '-42', '١٢٣'])('refuses %j', (digits) => {
    expect(isLuhnValid(digits)).toBe(false);
  });

  it('notices any single wrong digit', () => {
    const digit = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), digit, (position, shift) => {
        const digits = [...'4111111111111111'];
        digits[position] = String((Number(digits[position]) + shift) % 10);
        expect(isLuhnValid(digits.join(''))).toBe(false);
      }),
    );
  });
});

describe('isCardLengthValid', () => {
  it.each([
    ['4111111111111111', true],
    ['4111111111111', true],
    ['411111111111111', false],
    ['375365153556885', true],
    ['3753651535568850', false],
    ['503143321540635', false],
    ['0000000000000000', false],
  ])('of %s is %s', (digits, valid) => {
    expect(isCardLengthValid(digits)).toBe(valid);
  });
});

describe('isCardExpired', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  it.each([
    ['11/26', false],
    ['12/26', false],
    ['01/27', false],
    ['10/26', true],
    ['12/25', true],
  ])('says of %s in November 2026: %s', (validade, expired) => {
    expect(isCardExpired(validade, now)).toBe(expired);
  });

  it('lets a card live to the last moment of its month in São Paulo', () => {
    expect(isCardExpired('11/26', new Date('2026-12-01T02:59:59Z'))).toBe(false);
    expect(isCardExpired('11/26', new Date('2026-12-01T03:00:00Z'))).toBe(true);
  });

  it.each(['', '13/30', '00/30', '1/30', '12/2030', '12-30', 'ab/cd'])('counts %j as expired', (validade) => {
    expect(isCardExpired(validade, now)).toBe(true);
  });
});

describe('the masks of the card form', () => {
  it.each([
    ['', ''],
    ['4111', '4111'],
    ['41111', '4111 1'],
    ['4111111111111111', '4111 1111 1111 1111'],
    ['4111-1111-1111-1111-9999', '4111 1111 1111 1111'],
    ['abc4', '4'],
  ])('writes the number %j as %j', (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
  });

  it.each([
    ['', ''],
    ['1', '1'],
    ['12', '12/'],
    ['123', '12/3'],
    ['1230', '12/30'],
    ['12/30', '12/30'],
    ['12/2030', '12/20'],
    ['1/', '01/'],
    ['ab', ''],
  ])('writes the expiry %j as %j', (typed, shown) => {
    expect(formatCardExpiry(typed)).toBe(shown);
  });

  it('lets backspace go past the slash', () => {
    expect(formatCardExpiry('12', '12/')).toBe('1');
    expect(formatCardExpiry('12/', '12/3')).toBe('12/');
    expect(formatCardExpiry('', '1')).toBe('');
  });

  it('keeps at most four digits of the CVV', () => {
    expect(formatCvv('12a34567')).toBe('1234');
  });

  it('stays within the documented lengths and changes nothing when applied again', () => {
    fc.assert(
      fc.property(fc.string(), fc.stringMatching(/^\d{0,30}$/), (noise, digits) => {
        const typed = noise + digits;
        expect(formatCardNumber(typed).length).toBeLessThanOrEqual(19);
        expect(formatCardExpiry(typed).length).toBeLessThanOrEqual(5);
        expect(formatCvv(typed).length).toBeLessThanOrEqual(4);
        expect(formatCardNumber(formatCardNumber(typed))).toBe(formatCardNumber(typed));
        expect(formatCardExpiry(formatCardExpiry(typed))).toBe(formatCardExpiry(typed));
      }),
    );
  });
});

describe('lastFour', () => {
  it('keeps four digits, spaces or not', () => {
    expect(lastFour('4111 1111 1111 1234')).toBe('1234');
    expect(lastFour('4111111111111234')).toBe('1234');
  });
});
