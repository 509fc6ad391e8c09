import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, countDays, FIRST_DAY, isCalendarDay, isDay, LAST_DAY, toOrderedDays } from './days';

describe('a day', () => {
  it.each(['2000-01-01', '2026-11-21', '2028-02-29', '2100-12-31'])('%s is one', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each([
    ...['1999-12-31', '2101-01-01', '9999-12-31', '0002-11-21', '2026-02-29', '2026-13-01', '2026-00-10'],
    ...['+010000-01-01', '21/11/2026', '2026-11-21T00:00', ' 2026-11-21', '2026-11-21\n', ''],
  ])('%j is none', (text) => {
    expect(isDay(text)).toBe(false);
  });

  it('may be one of the calendar, and out of the range that is taken', () => {
    expect(['1999-12-31', '9999-12-31', '1000-01-01'].map(isCalendarDay)).toEqual([true, true, true]);
    expect(['0999-12-31', '10000-01-01', '2026-02-30'].map(isCalendarDay)).toEqual([false, false, false]);
  });

  it('moves by days, across months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays(FIRST_DAY, -1)).toBe('1999-12-31');
    expect(countDays({ de: '2026-11-01', ate: '2026-11-30' })).toBe(30);
  });

  it('never leaves the calendar, whatever it is moved by', () => {
    for (const [day, days] of [
      ...([
        ['9999-12-31', 1],
        ['1000-01-01', -1],
        ['2026-11-21', 1e9],
        ['2026-11-21', Number.NaN],
      ] as const),
      ...([
        ['2026-11-21', 0.5],
        ['2026-11-21', Number.POSITIVE_INFINITY],
        ['amanhã', 1],
      ] as const),
    ]) {
      expect(() => addDays(day, days)).toThrow(RangeError);
    }
    expect(() => countDays({ de: FIRST_DAY, ate: 'x' })).toThrow(RangeError);
    fc.assert(
      fc.property(fc.constantFrom(FIRST_DAY, LAST_DAY, '2026-11-21'), fc.maxSafeInteger(), (day, days) => {
        let moved: string;
        try {
          moved = addDays(day, days);
        } catch (error) {
          return error instanceof RangeError;
        }
        return isCalendarDay(moved) && countDays({ de: day, ate: moved }) === days + 1;
      }),
    );
  });
});

it.each([
  ['2026-11-02', '2026-11-01', { de: '2026-11-01', ate: '2026-11-02' }],
  ['2026-11-01', '2026-11-02', { de: '2026-11-01', ate: '2026-11-02' }],
  ['2026-11-01', null, { de: '2026-11-01', ate: '' }],
  ['2026-02-30', '2026-11-02', { de: '', ate: '2026-11-02' }],
  [null, 'ontem', { de: '', ate: '' }],
])('days typed as %s and %s are %o', (de, ate, days) => {
  expect(toOrderedDays(de, ate)).toEqual(days);
});
