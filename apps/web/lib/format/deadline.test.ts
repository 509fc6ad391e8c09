import { expect, it } from 'vitest';
import { formatDeadline } from './deadline';

/** Written as the clock on the wall in São Paulo shows it. */
const at = (wallTime: string) => new Date(`${wallTime}-03:00`);

it.each([
  ['2026-11-21T14:00', '2026-11-21T11:30', 'hoje 14:00'],
  ['2026-11-21T00:00', '2026-11-21T23:59', 'hoje 00:00'],
  ['2026-11-22T09:00', '2026-11-21T11:30', 'amanhã 09:00'],
  ['2026-11-22T00:00', '2026-11-21T23:59', 'amanhã 00:00'],
  ['2026-11-22T00:00', '2026-11-22T00:00', 'hoje 00:00'],
  ['2026-11-20T18:30', '2026-11-21T00:10', 'ontem 18:30'],
  ['2026-11-23T14:00', '2026-11-21T23:59', '23/11 14:00'],
  ['2026-11-19T14:00', '2026-11-21T00:00', '19/11 14:00'],
  ['2026-12-31T14:00', '2026-12-31T23:00', 'hoje 14:00'],
  ['2027-01-01T08:00', '2026-12-31T23:00', 'amanhã 08:00'],
  ['2027-01-02T08:00', '2026-12-31T23:00', '02/01/2027 08:00'],
])('%s reads at %s as %s', (date, now, expected) => {
  expect(formatDeadline(at(date), at(now))).toBe(expected);
});
