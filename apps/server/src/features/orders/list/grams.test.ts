import { expect, it } from 'vitest';
import { chooseGrams, type Gram } from './grams';

/** Grams of words in order, each with how many of the sampled orders hold it. */
function makeGrams(...words: Record<string, number>[]): Gram[] {
  return words.flatMap((grams, word) =>
    Object.entries(grams).map(([text, samples]) => ({ text, word, samples })),
  );
}

it.each([
  [
    'the rarest gram of each word first',
    [
      { cam: 5, ami: 9 },
      { azu: 7, zul: 8 },
    ],
    ['cam', 'azu', 'zul', 'ami'],
  ],
  [
    'none that most orders hold',
    [
      { cli: 100, lie: 100 },
      { ' 42': 3, '421': 1 },
    ],
    ['421', ' 42'],
  ],
  ['one that most hold where there is no other', [{ sku: 100, 'ku-': 90 }], ['ku-']],
  ['each only once', [{ ana: 2 }, { ana: 2, nan: 4 }], ['ana', 'nan']],
  [
    'no more than four',
    [
      { a: 1, b: 2, c: 3 },
      { d: 4, e: 5 },
    ],
    ['a', 'd', 'b', 'c'],
  ],
])('words are looked up by %s', (_, words, expected) => {
  expect(chooseGrams(makeGrams(...(words as Record<string, number>[])))).toEqual(expected);
});
