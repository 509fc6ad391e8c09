import { describe, expect, it } from 'vitest';
import { table } from '../../../testing/profit-sale';
import { listCategories } from '../rules/categories';
import { billableWeight } from './billable-weight';
import { layOver, type Segment, unite } from './segment';
import { effectiveRate, findSimplesRate } from './tax';

describe('the weight that freight is charged for', () => {
  const size = (heightCm: number, widthCm: number, lengthCm: number) => ({ heightCm, widthCm, lengthCm });
  it.each([
    [1000, size(30, 30, 30), 4500],
    [5000, size(30, 30, 30), 5000],
    [100, size(1, 1, 1), 100],
    [1, size(1, 1, 7), 2],
  ])('of %i g and %o is %i g', (weightG, measures, grams) => {
    expect(billableWeight({ weightG, ...measures })).toBe(grams);
  });

  it('is the weight alone where a measure is missing, and unknown without a weight', () => {
    expect(billableWeight({ weightG: 800, ...size(30, 30, 30), widthCm: null })).toBe(800);
    expect(billableWeight({ weightG: null, ...size(30, 30, 30) })).toBeNull();
  });
});

it.each([
  [18_000_000, 400, 0, 40_000],
  [30_000_000, 730, 594_000, 53_200],
  [50_000_000, 950, 1_386_000, 67_280],
  [100_000_000, 1070, 2_250_000, 84_500],
  [0, 400, 0, 40_000],
])(
  'the effective rate of a revenue of %i cents at %i less %i is %i millionths',
  (revenue, nominalBps, deductCents, rate) => {
    expect(effectiveRate({ nominalBps, deductCents }, revenue)).toBe(rate);
  },
);

describe('segments', () => {
  const part = (from: number, to: number, ...missing: Segment['missing']): Segment => ({
    from,
    to,
    terms: [],
    missing,
  });

  it('lie side by side once united, each code once', () => {
    expect(unite([part(0, 9, 'peso'), part(5, 14, 'peso', 'origem'), part(20, 29, 'regime')])).toEqual([
      part(0, 4, 'peso'),
      part(5, 9, 'peso', 'origem'),
      part(10, 14, 'peso', 'origem'),
      part(20, 29, 'regime'),
    ]);
  });

  it('show what is below only where nothing lies over it', () => {
    const top = [part(20, 29, 'peso'), part(5, 9, 'origem')];
    expect(layOver(top, [part(0, 22, 'regime'), part(23, 40, 'categoria')])).toEqual([
      part(0, 4, 'regime'),
      part(5, 9, 'origem'),
      part(10, 19, 'regime'),
      part(20, 29, 'peso'),
      part(30, 40, 'categoria'),
    ]);
    expect(layOver([], [part(0, 9, 'peso')])).toEqual([part(0, 9, 'peso')]);
  });
});

describe('the rate of Simples that the settings show', () => {
  it.each([
    [18_000_000, 40_000],
    [30_000_000, 53_200],
    [50_000_000, 67_280],
    [100_000_000, 84_500],
    [480_000_001, null],
  ])('of %s cents is %s millionths', (revenue, rate) => {
    expect(findSimplesRate(table, '2026-11-21', revenue)).toBe(rate);
  });
});

it('categories are those that a commission is known of, by name and each once', () => {
  const names = listCategories(table, 'amazon', '2026-11-21');
  expect(names).toContain('Móveis');
  expect(new Set(names).size).toBe(names.length);
  expect(listCategories(table, 'mercadolivre', '2026-11-21')).toContain('Casa, Móveis e Decoração');
});
