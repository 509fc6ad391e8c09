import { isLuhnValid } from './card';

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

/** Digits that no letter or digit touches, and what may stand between two groups of a card's number. */
const RUN = /(?<![\p{L}\p{N}])\d+(?:[\s.\-\u2010-\u2015_/|,;:·•\p{Cf}]+\d+)*(?![\p{L}\p{N}])/gu;
/** Mostly digits, by chance all of them, and no number. */
const UUID = /(?<![\p{L}\p{N}])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\p{L}\p{N}])/giu;

/**
 * Whether a text holds what may be a card's number: 13 to 19 digits with a right check digit, in one piece or in groups.
 * Digits of full width count too. Digits within words, hexadecimal keys and UUIDs do not.
 */
export function holdsCardNumber(text: string): boolean {
  const plain = text.normalize('NFKC').replace(UUID, '#');
  return [...plain.matchAll(RUN)].some(([run]) => isCardAmong(run.match(/\d+/g) ?? []));
}

/** Whether groups that follow one another make up such a number. */
function isCardAmong(groups: readonly string[]): boolean {
  return groups.some((_, start) => {
    let digits = '';
    for (let at = start; at < groups.length && digits.length <= MAX_DIGITS; at += 1) {
      digits += groups[at];
      if (digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && isLuhnValid(digits)) return true;
    }
    return false;
  });
}
