const ACCENTED = /^[áàâãéêíóôõúüç]$/;
const VOWEL = /^[aeiouáâãàéêíóôõú]$/i;
const LETTER = /^\p{L}$/u;
const UPPER = /^\p{Lu}$/u;
const LOWER = /^\p{Ll}$/u;
const DIGIT = /^\d$/;

/** A character with its neighbours; empty at the ends of a text. */
interface Place {
  char: string;
  earlier: string;
  before: string;
  after: string;
}

/**
 * How much a text reads as Portuguese: the sum over its characters beyond ASCII, each from -3 (it cannot stand there)
 * to 3 (it belongs there). Of two readings of the same bytes the right one has more.
 */
export function ratePortuguese(text: string): number {
  let rating = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) < 0x80) continue;
    const char = text.charAt(at);
    const [earlier, before, after] = [text.charAt(at - 2), text.charAt(at - 1), text.charAt(at + 1)];
    const place = { char, earlier, before, after };
    rating += ACCENTED.test(char.toLowerCase()) ? rateLetter(place) : rateOther(place);
  }
  return rating;
}

function rateLetter(place: Place): number {
  const { char, before, after } = place;
  if (isWrongCase(place)) return -2;
  const letter = char.toLowerCase();
  const next = after.toLowerCase();
  switch (letter) {
    case 'ç':
      return isAfterVowel(place) && /^[aouãõáâóôú]$/.test(next) ? 3 : -2;
    case 'ã':
      return LETTER.test(before) && (/^[oesz]$/.test(next) || !LETTER.test(next)) ? 3 : -1;
    case 'õ':
      return next === 'e' ? 3 : -1;
    case 'à':
      return !LETTER.test(before) && (/^[qs]$/.test(next) || !LETTER.test(next)) ? 2 : -2;
    case 'ü':
      return /^[gq]$/i.test(before) ? 1 : 0;
    default:
      if (isBetweenWrongVowels(letter, before, next)) return -1;
      return UPPER.test(char) && !LETTER.test(before) && !LETTER.test(after) ? 0 : 2;
  }
}

/** A capital inside a word, or a small letter among capitals. */
function isWrongCase({ char, earlier, before, after }: Place): boolean {
  if (UPPER.test(char)) return LOWER.test(before);
  return UPPER.test(after) || (UPPER.test(before) && UPPER.test(earlier));
}

/** As in `praça` and `lenço`: between the vowel and the ç there may be one of a few consonants. */
function isAfterVowel({ earlier, before }: Place): boolean {
  return VOWEL.test(before) || (/^[rnlpc]$/i.test(before) && VOWEL.test(earlier));
}

/** Hardly a word has `âe`, `íe`, or one of the others between two vowels. */
function isBetweenWrongVowels(letter: string, before: string, next: string): boolean {
  if (letter === 'â') return VOWEL.test(next);
  if (letter === 'í') return next === 'e';
  return letter !== 'ú' && VOWEL.test(before) && VOWEL.test(next);
}

function rateOther(place: Place): number {
  const { char, before, after } = place;
  const [isAfterLetter, isBeforeLetter] = [LETTER.test(before), LETTER.test(after)];
  if (/^[ºª°]$/.test(char)) return DIGIT.test(before) || /^[nN]$/.test(before) ? 2 : -1;
  if (/^[²³]$/.test(char)) return /^[a-z\d]$/i.test(before) ? 1 : -1;
  if (/^[®™©]$/.test(char)) return isBeforeLetter ? -2 : 1;
  if (/^[“‘«]$/.test(char)) return isAfterLetter || !(isBeforeLetter || DIGIT.test(after)) ? -2 : 0;
  if (/^[”»…]$/.test(char)) return isBeforeLetter ? -2 : 0;
  if (char === '’') return isAfterLetter ? 0 : -2;
  if (/^[–—•×½¼¾±€£\u00a7Øø\u00a0]$/.test(char)) return isAfterLetter || isBeforeLetter ? -2 : 0;
  if (/^[ñèëïîìäöåùûæßœ]$/i.test(char)) return isWrongCase(place) ? -2 : -1;
  return -3;
}
