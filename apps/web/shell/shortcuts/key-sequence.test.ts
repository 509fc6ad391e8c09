import { expect, it } from 'vitest';
import { createKeySequence, SEQUENCE_MS } from './key-sequence';

it('joins the two keys of a pair, and only these', () => {
  const read = createKeySequence();
  expect(['j', 'g', 'p', 'p', 'g', 'g', 'o', 'k'].map((key, index) => read(key, index))).toEqual([
    'j',
    'g',
    'g p',
    'p',
    'g',
    'g g',
    'o',
    'k',
  ]);
});

it('waits a second for the second key', () => {
  const read = createKeySequence();
  read('g', 0);
  expect(read('p', SEQUENCE_MS)).toBe('g p');
  read('g', 5000);
  expect(read('p', 5001 + SEQUENCE_MS)).toBe('p');
});
