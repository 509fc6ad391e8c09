import { expect, it } from 'vitest';
import { formatRelativeTime } from './relative-time';

/** Written as the clock on the wall in São Paulo shows it. */
const at = (wallTime: string) => new Date(`${wallTime}-03:00`);
const NOW = '2026-11-21T11:30:00';

it.each([
  ['2026-11-21T11:30:30', NOW, 'agora'],
  ['2026-11-21T11:29:01', NOW, 'agora'],
  ['2026-11-21T11:29:00', NOW, 'há 1 min'],
  ['2026-11-21T11:25:00', NOW, 'há 5 min'],
  ['2026-11-21T10:30:00', NOW, 'há 1 h'],
  ['2026-11-21T00:00:00', NOW, 'há 11 h'],
  ['2026-11-20T23:59:00', NOW, 'ontem'],
  ['2026-11-20T11:30:01', NOW, 'ontem'],
  ['2026-11-20T23:40:00', '2026-11-21T00:10:00', 'há 30 min'],
  ['2026-11-20T21:30:00', '2026-11-21T00:10:00', 'ontem'],
  ['2026-11-20T11:30:00', NOW, '20/11 11:30'],
  ['2026-11-19T21:01:00', NOW, '19/11 21:01'],
  ['2026-11-18T21:33:00', NOW, '18/11 21:33'],
  ['2025-12-31T23:05:00', NOW, '31/12/2025 23:05'],
])('%s reads at %s as %s', (date, now, expected) => {
  expect(formatRelativeTime(at(date), at(now))).toBe(expected);
});
