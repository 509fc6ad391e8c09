import { expect, it } from 'vitest';
import { formatLongMonth, formatMonth } from './month-text';

it.each([
  ['2026-01', 'jan. de 2026'],
  ['2026-02', 'fev. de 2026'],
  ['2026-05', 'mai. de 2026'],
  ['2026-11', 'nov. de 2026'],
  ['2026-12', 'dez. de 2026'],
])('shows %s as %s', (mes, shown) => {
  expect(formatMonth(mes)).toBe(shown);
});

it.each(['2026-00', '2026-13', '2026', '26-01', '2026-1', ''])('refuses %j as a month', (mes) => {
  expect(() => formatMonth(mes)).toThrow(RangeError);
});

it('shows the whole name where there is room for it', () => {
  expect(formatLongMonth('2026-03')).toBe('março de 2026');
  expect(() => formatLongMonth('2026-13')).toThrow(RangeError);
});
