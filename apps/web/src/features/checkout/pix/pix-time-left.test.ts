import { expect, it } from 'vitest';
import { formatTimeLeft } from './pix-time-left';

it.each([
  [1_800_000, '30:00'],
  [1_799_001, '30:00'],
  [61_000, '1:01'],
  [3_600_000, '1:00:00'],
  [3_725_000, '1:02:05'],
  [1, '0:01'],
  [0, '0:00'],
  [-5_000, '0:00'],
])('tells that %d ms are left as %s', (ms, text) => {
  expect(formatTimeLeft(ms)).toBe(text);
});
