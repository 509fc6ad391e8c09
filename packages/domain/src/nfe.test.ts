import { describe, expect, it } from 'vitest';
import { hasRightCheckDigit } from './nfe';

const KEY = '35240112345678000195550010000012341123456785';

describe('the check digit of an NF-e’s key', () => {
  it('is right', () => {
    expect(hasRightCheckDigit(KEY)).toBe(true);
  });

  it('notices every single digit that is one too high', () => {
    for (let index = 0; index < KEY.length; index += 1) {
      const other = String((Number(KEY[index]) + 1) % 10);
      expect(hasRightCheckDigit(KEY.slice(0, index) + other + KEY.slice(index + 1))).toBe(false);
    }
  });

  it.each(['', KEY.slice(1), `${KEY}0`, KEY.replace('3', 'x')])('belongs to 44 digits only: %j', (key) => {
    expect(hasRightCheckDigit(key)).toBe(false);
  });
});
