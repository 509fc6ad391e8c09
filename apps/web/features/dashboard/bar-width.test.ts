import { expect, it } from 'vitest';
import { barWidth } from './bar-width';

it.each([
  [0, 0, 0],
  [1, 40, 2],
  [25, 50, 50],
  [50, 50, 100],
  [50, 200, 25],
  [4000, 4000, 100],
])('%d sales, of %d in the largest month, fill %d percent of the bar', (vendas, largest, percent) => {
  expect(barWidth(vendas, largest)).toBe(percent);
});
