import { describe, expect, it } from 'vitest';
import { NFE_KEY_WITH_LETTERS } from '../../testing/nfe-sample';
import { hasRightCheckDigit } from './nfe';

const KEY = '35240112345678000195550010000012341123456785';

describe('the check digit of an NF-e’s key', () => {
  it.each([KEY, NFE_KEY_WITH_LETTERS])('notices every single character of %s that is one too high', (key) => {
    expect(hasRightCheckDigit(key)).toBe(true);
    for (let index = 0; index < key.length; index += 1) {
      const character = key.charAt(index);
      const other = /\d/.test(character)
        ? String((Number(character) + 1) % 10)
        : String.fromCharCode(character.charCodeAt(0) + 1);
      expect(hasRightCheckDigit(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
    }
  });

  it.each(['', KEY.slice(1), `${KEY}0`, KEY.replace('3', 'x'), NFE_KEY_WITH_LETTERS.toLowerCase()])(
    'belongs to 44 characters only: %j',
    (key) => {
      expect(hasRightCheckDigit(key)).toBe(false);
    },
  );
});
