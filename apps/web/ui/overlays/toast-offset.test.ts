import { expect, it } from 'vitest';
import { findToastOffset } from './toast-offset';

const span = (top: number, bottom: number) => ({ top, bottom });

it.each([
  ['at the top where nothing is there', [], 16],
  ['at the top where what is there lies far below', [span(100, 136)], 16],
  ['below a button at the top', [span(24, 60)], 68],
  ['in a gap that is high enough', [span(24, 60), span(150, 180)], 68],
  ['not in one that is too low', [span(24, 60), span(110, 140)], 148],
  ['below the lower of two that overlap', [span(20, 90), span(24, 60)], 98],
])('stands %s', (_, taken, top) => {
  expect(findToastOffset(taken, 70, { min: 16, max: 300 })).toBe(top);
});

it('finds no place where everything is taken', () => {
  expect(findToastOffset([span(0, 500)], 70, { min: 16, max: 300 })).toBeNull();
});

it('stands right below what is there, wherever that ends, until there is no room', () => {
  for (let end = 0; end <= 292; end += 1) {
    expect(findToastOffset([span(0, end)], 70, { min: 16, max: 300 })).toBe(Math.max(16, end + 8));
  }
  expect(findToastOffset([span(0, 293)], 70, { min: 16, max: 300 })).toBeNull();
});
