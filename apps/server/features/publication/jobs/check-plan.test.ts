import { expect, it } from 'vitest';
import { nextCheck, nextDescriptionTry } from './check-plan';

const accepted = new Date('2026-11-21T12:00:00Z');
const after = (minutes: number) => new Date(accepted.getTime() + minutes * 60_000);

it('looks at 1, 2, 5, 10, 30 and 60 minutes, 6 hours and 24 hours, then never again', () => {
  const looks: number[] = [];
  let next = nextCheck(accepted, accepted);
  while (next !== null) {
    looks.push((next.getTime() - accepted.getTime()) / 60_000);
    next = nextCheck(accepted, next);
  }
  expect(looks).toEqual([1, 2, 5, 10, 30, 60, 360, 1440]);
});

it('leaves out the looks that a standstill has swallowed', () => {
  expect(nextCheck(accepted, after(45))).toEqual(after(60));
  expect(nextCheck(accepted, after(7 * 24 * 60))).toBeNull();
});

it('sends a description again three times within the first minute, then as listings are looked at', () => {
  const tries: number[] = [];
  let next = nextDescriptionTry(accepted, accepted);
  while (next !== null) {
    tries.push((next.getTime() - accepted.getTime()) / 1_000);
    next = nextDescriptionTry(accepted, next);
  }
  expect(tries.slice(0, 5)).toEqual([10, 25, 45, 60, 120]);
  expect(tries.at(-1)).toBe(24 * 60 * 60);
});
