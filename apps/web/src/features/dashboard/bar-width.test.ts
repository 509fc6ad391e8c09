import { expect, it } from 'vitest';
import { barWidth } from './bar-width';

it.each([
  [0, 0],
  [1, 2],
  [25, 50],
  [50, 100],
  [4000, 100],
])('%d sales fill %d percent of the bar', (vendas, percent) => {
  expect(barWidth(vendas)).toBe(percent);
});
