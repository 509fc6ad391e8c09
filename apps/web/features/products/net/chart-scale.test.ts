import { expect, it } from 'vitest';
import { chartOf, toPath } from './chart-scale';

const size = { width: 100, height: 120, lastCents: 1000 };
const line = (from: [number, number], to: [number, number]) =>
  [
    { priceCents: from[0], netCents: from[1] },
    { priceCents: to[0], netCents: to[1] },
  ] as const;

it('the highest net is at the top, zero always within, and a deep loss cut off', () => {
  const { x, y } = chartOf([line([0, -5000], [1000, 500])], size);
  expect([x(0), x(500), x(1000)]).toEqual([0, 50, 100]);
  expect([y(500), y(0), y(-500)]).toEqual([10, 60, 110]);
});

it('a step is drawn, and a gap of unknown costs is not bridged', () => {
  const scale = { x: (cents: number) => cents, y: (cents: number) => cents };
  const lines = [line([1, 5], [9, 6]), line([10, 2], [19, 3]), line([30, 4], [40, 5])];
  expect(toPath(lines, scale)).toBe('M1 5L9 6L10 2L19 3M30 4L40 5');
});
