import { expect, it } from 'vitest';
import { parseDay } from './day-text';

it.each([
  ['25/11/2026', '2026-11-25'],
  ['5/1/2026', '2026-01-05'],
  [' 25.11.2026 ', '2026-11-25'],
  ['25-11-2026', '2026-11-25'],
  ['25112026', '2026-11-25'],
  ['2026-11-25', '2026-11-25'],
  ['29/02/2028', '2028-02-29'],
  // Not the American order, no day that the calendar has not, no year on the way to one of four digits.
  ['11/25/2026', null],
  ['29/02/2026', null],
  ['25/11/26', null],
  ['25/11/20', null],
  ['25/11', null],
  ['', null],
  ['amanhã', null],
])('the day %j is read as %j', (text, day) => {
  expect(parseDay(text)).toBe(day);
});
