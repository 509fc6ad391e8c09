import { expect, it } from 'vitest';
import { formatBytes, formatCount, formatPercent } from './figures';

it('tells sizes as people do', () => {
  expect([512, 12_700, 3_250_585].map(formatBytes)).toEqual(['512 bytes', '12,4 KB', '3,1 MB']);
});

it('writes what is below zero with a minus sign, not a hyphen', () => {
  expect([formatCount(-1), formatCount(-1234), formatPercent(-60.3)]).toEqual(['−1', '−1.234', '−60,3%']);
});
