import { runs } from '@esteira/config/vitest/runs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextStore } from './text-store';

it('gives each text back by its number, however many and long they are', () => {
  const long = ['a'.repeat(299_999), 'ç'.repeat(100_000), '', '😀'.repeat(50_000), '\uFEFFa'];
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      const store = new TextStore();
      const all = [...texts, ...long, ...texts];
      for (const text of all) store.add(text);
      expect(all.every((text, at) => store.get(at) === text)).toBe(true);
      for (const none of [-1, 0.5, all.length, Number.NaN]) expect(store.get(none)).toBe('');
    }),
    { numRuns: runs(20) },
  );
});

it('tells what they take at most, so that many empty ones are no way around a limit', () => {
  const store = new TextStore();
  store.add('açaí');
  store.add('');
  expect(store.bytes).toBe(6 + 2 * 24);
});
