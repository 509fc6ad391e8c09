import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitCents } from './split-cents';

const split = (total: number, weights: readonly number[]) => {
  const parts = splitCents(
    total,
    weights.map((weight, index) => ({ id: String.fromCharCode(97 + index), weight })),
  );
  return parts && [...parts.values()];
};

it('the cents that remain go to the largest remainders, then to the heavier, then to the lower id', () => {
  expect(split(1445, [7900, 5000])).toEqual([885, 560]);
  expect(split(1, [5, 5])).toEqual([1, 0]);
  expect(split(2, [1, 3])).toEqual([0, 2]);
  expect(split(2, [1, 1, 1])).toEqual([1, 1, 0]);
  expect(split(-100, [1, 2])).toEqual([-33, -67]);
  expect(split(0, [1, 2])).toEqual([0, 0]);
});

it('nothing is split where all weights are zero', () => expect(split(100, [0, 0])).toBeNull());

it('the parts sum to the whole, and none is a cent off its share', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 999_999_999 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), weights, (total, each) => {
      fc.pre(each.some((weight) => weight > 0));
      const parts = split(total, each) ?? [];
      const all = each.reduce((sum, weight) => sum + weight, 0);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
      for (const [index, part] of parts.entries()) {
        expect(Math.abs(part - (total * (each[index] ?? 0)) / all)).toBeLessThan(1.0001);
      }
    }),
  );
});
