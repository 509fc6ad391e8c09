import { expect, it } from 'vitest';
import { areUnitsAmbiguous, parseUnits } from './units-text';

it.each([
  ['7', 7],
  [' 40 ', 40],
  ['007', 7],
  ['12,0000', 12],
  ['12.0000', 12],
  ['10,0', 10],
  ['10.00', 10],
  ['12,000', 12],
  ['0,000', 0],
  ['1.200', 1200],
  ['1.200,00', 1200],
  ['1.234.567', 1_234_567],
])('reads %j as %d units', (text, units) => {
  expect(parseUnits(text)).toBe(units);
});

it.each(['', '1,5', '12,0001', '1.20', '1,200.00', '-1', '-0,0', '7x', '1e3', '5,', ',5', '٣', '1.2000.000'])(
  'finds no whole units in %j',
  (text) => {
    expect(parseUnits(text)).toBeNull();
  },
);

it('doubts a dot before three digits, and nothing else', () => {
  expect(['1.000', ' 12.000', '1.200'].map(areUnitsAmbiguous)).toEqual([true, true, true]);
  expect(['1000', '1,000', '0.000', '1.200,00', '12.0000', '1.234.567'].some(areUnitsAmbiguous)).toBe(false);
});
