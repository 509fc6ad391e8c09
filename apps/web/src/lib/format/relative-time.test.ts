import { expect, it } from 'vitest';
import { relativeTime } from './relative-time';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

it.each([
  [0, 'agora'],
  [-30, 'agora'],
  [59, 'agora'],
  [5 * 60, 'há 5 min'],
  [3 * 3600, 'há 3 h'],
  [30 * 3600, 'ontem'],
  [3 * 86_400, 'há 3 dias'],
  [8 * 86_400, null],
])('%d seconds ago reads %s', (seconds, expected) => {
  expect(relativeTime(ago(seconds), now)).toBe(expected);
});
