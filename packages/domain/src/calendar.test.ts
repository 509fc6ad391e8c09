import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  endOfDay,
  formatDate,
  formatMoment,
  formatTime,
  lastMonths,
  SAO_PAULO,
  toDay,
  toMonth,
} from './calendar';

// Brazil has had no summer time since 2019: a wall clock there is three hours behind UTC.
const since2020 = fc.date({
  min: new Date('2020-01-01T03:00:00Z'),
  max: new Date('2090-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const wall = (date: Date) => new Date(date.getTime() - 3 * 3_600_000);
const monthIndex = (mes: string) => Number(mes.slice(0, 4)) * 12 + Number(mes.slice(5)) - 1;

describe('addMonths', () => {
  it.each([
    ['2026-01-31T15:00:00.000Z', 1, '2026-02-28T15:00:00.000Z'],
    ['2028-01-31T15:00:00.000Z', 1, '2028-02-29T15:00:00.000Z'],
    ['2026-03-31T15:00:00.000Z', 1, '2026-04-30T15:00:00.000Z'],
    ['2026-08-31T15:00:00.000Z', 6, '2027-02-28T15:00:00.000Z'],
    ['2028-02-29T15:00:00.000Z', 12, '2029-02-28T15:00:00.000Z'],
    ['2026-12-15T15:00:00.123Z', 1, '2027-01-15T15:00:00.123Z'],
    ['2026-03-15T15:00:00.000Z', -3, '2025-12-15T15:00:00.000Z'],
  ])('%s plus %d month(s) is %s', (from, months, to) => {
    expect(addMonths(new Date(from), months).toISOString()).toBe(to);
  });

  it('counts the day in São Paulo, not in UTC', () => {
    // 1 March 01:00 UTC is still 28 February there.
    expect(addMonths(new Date('2026-03-01T01:00:00Z'), 1).toISOString()).toBe('2026-03-29T01:00:00.000Z');
    expect(addMonths(new Date('2026-02-01T01:00:00Z'), 1).toISOString()).toBe('2026-03-01T01:00:00.000Z');
  });

  it('keeps the wall clock across the summer time of former years', () => {
    // 15 January 2018 was UTC-2, 15 March 2018 UTC-3.
    expect(addMonths(new Date('2018-01-15T12:00:00Z'), 2).toISOString()).toBe('2018-03-15T13:00:00.000Z');
    expect(addMonths(new Date('2018-03-15T13:00:00Z'), -2).toISOString()).toBe('2018-01-15T12:00:00.000Z');
  });

  it('moves exactly that many months, clamping the day and keeping the time of day', () => {
    fc.assert(
      fc.property(since2020, fc.integer({ min: 0, max: 120 }), (date, months) => {
        const moved = addMonths(date, months);
        expect(monthIndex(toMonth(moved)) - monthIndex(toMonth(date))).toBe(months);
        expect(wall(moved).getTime() % 86_400_000).toBe(wall(date).getTime() % 86_400_000);
        const day = wall(moved).getUTCDate();
        const tomorrow = new Date(moved.getTime() + 86_400_000);
        const isLastDay = toMonth(tomorrow) !== toMonth(moved);
        expect(day === wall(date).getUTCDate() || (day < wall(date).getUTCDate() && isLastDay)).toBe(true);
      }),
    );
  });

  it('leaves the date alone when moving by nothing', () => {
    fc.assert(fc.property(since2020, (date) => addMonths(date, 0).getTime() === date.getTime()));
  });

  it('refuses invalid dates and fractions of a month', () => {
    expect(() => addMonths(new Date(Number.NaN), 1)).toThrow(RangeError);
    expect(() => addMonths(new Date(0), 0.5)).toThrow(RangeError);
  });
});

describe('toMonth', () => {
  it('cuts the month at midnight in São Paulo', () => {
    expect(SAO_PAULO).toBe('America/Sao_Paulo');
    expect(toMonth(new Date('2026-12-01T02:59:59.999Z'))).toBe('2026-11');
    expect(toMonth('2026-12-01T03:00:00Z')).toBe('2026-12');
    expect(toMonth('2027-01-01T00:00:00-03:00')).toBe('2027-01');
  });

  it('refuses an invalid date', () => {
    expect(() => toMonth('ontem')).toThrow(RangeError);
  });
});

describe('lastMonths', () => {
  it('lists twelve months, oldest first, across the year', () => {
    expect(lastMonths(new Date('2026-02-10T12:00:00Z'), 12)).toEqual([
      '2025-03',
      '2025-04',
      '2025-05',
      '2025-06',
      '2025-07',
      '2025-08',
      '2025-09',
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ]);
  });

  it('has no month twice on the 31st', () => {
    expect(lastMonths(new Date('2026-03-31T12:00:00Z'), 3)).toEqual(['2026-01', '2026-02', '2026-03']);
  });

  it('ends in the current month, each month following the one before', () => {
    fc.assert(
      fc.property(since2020, fc.integer({ min: 1, max: 36 }), (now, n) => {
        const months = lastMonths(now, n);
        expect(months).toHaveLength(n);
        expect(months.at(-1)).toBe(toMonth(now));
        const steps = months.slice(1).map((mes, i) => monthIndex(mes) - monthIndex(months[i] ?? ''));
        expect(steps.every((step) => step === 1)).toBe(true);
      }),
    );
  });
});

describe('the calendar', () => {
  it('refuses every moment whose year has not four digits, and never works on it without end', () => {
    for (const moment of ['+010000-01-02T00:00:00Z', '+275760-09-13T00:00:00Z', '-000001-06-01T00:00:00Z']) {
      const date = new Date(moment);
      for (const ask of [toDay, toMonth, formatDate, formatTime, formatMoment]) {
        expect(() => ask(date)).toThrow(RangeError);
      }
      expect(() => addMonths(date, 0)).toThrow(RangeError);
      expect(() => lastMonths(date, 2)).toThrow(RangeError);
    }
    expect(() => addMonths(new Date('9999-11-30T12:00:00Z'), 2)).toThrow(RangeError);
    expect(() => addMonths(new Date('2026-11-21T12:00:00Z'), Number.MAX_SAFE_INTEGER)).toThrow(RangeError);
    expect(() => endOfDay('9999-12-31')).toThrow(RangeError);
    for (const months of [1e9, -1, Number.POSITIVE_INFINITY, Number.NaN, 0.5]) {
      expect(() => lastMonths(new Date('2026-11-21T12:00:00Z'), months)).toThrow(RangeError);
    }
  });
});

describe('formatMoment', () => {
  // What the runtime itself knows of clocks; it takes a hundred times as long.
  const clock = new Intl.DateTimeFormat('pt-BR', {
    timeZone: SAO_PAULO,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const shown = (date: Date) => clock.format(date).replace(/,? /, ' ').slice(0, -3);
  const moment = fc.date({
    min: new Date('1914-02-01T00:00:00Z'),
    max: new Date('2199-12-31T00:00:00Z'),
    noInvalidDate: true,
  });

  it('shows calendar and clock of São Paulo at any moment', () => {
    fc.assert(fc.property(moment, (date) => formatMoment(date) === shown(date)));
  });

  it('is exact where the clock changes', () => {
    for (const change of ['2018-11-04T03:00:00Z', '2019-02-17T02:00:00Z', '1985-11-02T03:00:00Z']) {
      for (const milliseconds of [-3_600_001, -3_600_000, -1, 0, 1, 3_599_999]) {
        const date = new Date(new Date(change).getTime() + milliseconds);
        expect(formatMoment(date)).toBe(shown(date));
      }
    }
  });

  it('refuses an invalid date', () => {
    expect(() => formatMoment('amanhã')).toThrow(RangeError);
  });
});

describe('endOfDay', () => {
  it.each([
    ['2026-11-21', '2026-11-22T02:59:59.999Z'],
    ['2026-12-31', '2027-01-01T02:59:59.999Z'],
    ['2028-02-29', '2028-03-01T02:59:59.999Z'],
  ])('of %s is %s', (day, end) => {
    expect(endOfDay(day).toISOString()).toBe(end);
  });

  it('is the last moment that lies in the day in São Paulo', () => {
    fc.assert(
      fc.property(since2020, (date) => {
        const end = endOfDay(toDay(date));
        expect(end.getTime()).toBeGreaterThanOrEqual(date.getTime());
        expect(toDay(end)).toBe(toDay(date));
        expect(toDay(new Date(end.getTime() + 1))).not.toBe(toDay(date));
      }),
    );
  });

  it.each(['2026-11', '21/11/2026', '2026-11-21T00:00:00Z', ''])('refuses %j as a day', (day) => {
    expect(() => endOfDay(day)).toThrow(RangeError);
  });
});

describe('formatDate and formatTime', () => {
  it('shows the day it is in São Paulo', () => {
    expect(formatDate(new Date('2026-11-21T12:00:00Z'))).toBe('21/11/2026');
    expect(formatDate('2026-01-01T02:00:00Z')).toBe('31/12/2025');
    expect(formatDate('2026-01-05T12:00:00Z')).toBe('05/01/2026');
  });

  it('shows the time it is in São Paulo', () => {
    expect(formatTime('2026-11-20T00:01:59Z')).toBe('21:01');
    expect(formatTime(new Date('2026-11-20T03:00:00Z'))).toBe('00:00');
  });
});
