import { expect, it } from 'vitest';
import { chooseGrams } from './grams';

/** Sampled texts, each as many times as it stands beside. */
const makeTexts = (texts: Record<string, number>) =>
  Object.entries(texts).flatMap(([text, times]) => Array<string>(times).fill(text));

it.each([
  [
    'the rarest gram first, and then what leaves fewer',
    ['camiseta', 'azul'],
    { ' camiseta azul': 3, ' camiseta verde': 9, ' caneca azul': 4, ' boné': 84 },
    ['azu', 'cam'],
  ],
  [
    'none that leaves no fewer',
    ['camiseta', 'silva'],
    { ' camiseta silva': 10, ' boné silva': 38, ' boné': 52 },
    ['cam'],
  ],
  ['none that most orders hold', ['cliente', '421'], { ' cliente 9': 99, ' cliente 421': 1 }, ['421']],
  ['one that most hold where there is no other', ['sku'], { ' sku-1': 100 }, ['sku']],
  [
    'the rarest others where none is left',
    ['zebra', 'azul'],
    { ' azul': 9, ' abraço': 2, ' boné': 89 },
    ['zeb', 'ebr', 'bra', 'azu'],
  ],
  ['each only once', ['ana', 'mariana'], {}, ['ana', 'mar', 'ari', 'ria']],
  ['five characters of numbers before three', ['000451'], {}, ['00045', '00451', '000', '004']],
  ['the first letters of a short word', [' zq', ' z'], {}, [' zq', ' z']],
  ['what no text holds where a word is none', [' '], { ' azul': 5 }, [' ']],
])('words are looked up by %s', (_, terms, texts, expected) => {
  expect(chooseGrams(terms as string[], makeTexts(texts as Record<string, number>))).toEqual(expected);
});
