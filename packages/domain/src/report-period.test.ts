import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, countDays } from './days';
import {
  divideSpan,
  getGrain,
  getMonthSpan,
  getPartBefore,
  getPeriodSpan,
  getSpanBefore,
  MAX_PERIOD_DAYS,
  PERIODS,
  type PeriodName,
} from './report-period';

const now = new Date('2026-11-22T01:30:00Z');

describe('a period', () => {
  it('of a month has all of its days', () => {
    expect(getMonthSpan('2028-02')).toEqual({ de: '2028-02-01', ate: '2028-02-29' });
    expect(getMonthSpan('2026-12')).toEqual({ de: '2026-12-01', ate: '2026-12-31' });
    for (const wrong of ['2026-13', '2026-1', '', '2026-00'])
      expect(() => getMonthSpan(wrong)).toThrow(RangeError);
  });

  it('is counted in days of America/Sao_Paulo', () => {
    expect(getPeriodSpan('7d', now)).toEqual({ de: '2026-11-15', ate: '2026-11-21' });
    expect(getPeriodSpan('mes', now)).toEqual({ de: '2026-11-01', ate: '2026-11-21' });
    expect(getPeriodSpan('mes_passado', now)).toEqual({ de: '2026-10-01', ate: '2026-10-31' });
  });

  it.each([
    ['the days of a month so far', '2026-11-01', '2026-11-21', '2026-10-01', '2026-10-21'],
    ['a whole month', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
    ['a whole short month', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['more days than the month before has', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['a month that begins a year', '2026-01-01', '2026-01-10', '2025-12-01', '2025-12-10'],
    ['a week', '2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14'],
    ['a day', '2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20'],
    ['the first day of a month', '2026-11-01', '2026-11-01', '2026-10-31', '2026-10-31'],
    ['two months', '2026-10-01', '2026-11-30', '2026-08-01', '2026-09-30'],
  ])('of %s is compared with what is like it', (_what, de, ate, before, until) => {
    const kind = { isOver: true, isDay: de === ate };
    expect(getSpanBefore({ de, ate }, kind)).toEqual({ de: before, ate: until, isWhole: true });
  });

  it.each([
    ['the month so far', '2026-11-01', '2026-11-21', '2026-10-01', '2026-10-21', false],
    ['a month on its first day', '2026-11-01', '2026-11-01', '2026-10-01', '2026-10-01', false],
    ['a month on its last day', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-30', false],
    ['a month longer than the one before', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28', true],
    ['a week', '2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14', false],
  ])('that is not over, %s, is compared up to the same moment', (_what, de, ate, before, until, isWhole) => {
    const kind = { isOver: false, isDay: false };
    expect(getSpanBefore({ de, ate }, kind)).toEqual({ de: before, ate: until, isWhole });
  });

  it.each([
    ['a day', '2026-11-03', '2026-11-03', '2026-10-03', '2026-10-03'],
    ['days that reach further', '2026-11-20', '2026-11-25', '2026-10-20', '2026-10-21'],
  ])(
    'of parts: %s is compared with as many days as far from the beginning',
    (_what, de, ate, first, last) => {
      const before = { de: '2026-10-01', ate: '2026-10-21' };
      const month = { de: '2026-11-01', ate: '2026-11-30' };
      expect(getPartBefore({ de, ate }, month, before)).toEqual({ de: first, ate: last });
      expect(getPartBefore({ de: '2026-11-22', ate: '2026-11-30' }, month, before)).toBeNull();
    },
  );

  it('that is no period of the calendar, or too long, is refused and never divided without end', () => {
    for (const [de, ate] of [
      ...[
        ['9999-12-30', '+010000-01-01'],
        ['2000-01-01', '2100-12-31'],
        ['x', '2026-01-01'],
        ['2026-01-01', ''],
      ],
    ] as [string, string][]) {
      expect(() => divideSpan({ de, ate })).toThrow(RangeError);
    }
    expect(divideSpan({ de: '2026-11-21', ate: '2026-11-20' })).toEqual([]);
    // Where the calendar ends, so does a period.
    expect(divideSpan({ de: '9999-12-30', ate: '9999-12-31' })).toHaveLength(2);
    expect(() => getMonthSpan('9999-12')).toThrow(RangeError);
  });

  it('is divided into days, weeks or months without a gap', () => {
    expect(divideSpan({ de: '2026-11-20', ate: '2026-11-21' })).toHaveLength(2);
    const weeks = divideSpan({ de: '2026-09-02', ate: '2026-11-21' });
    expect([weeks[0], weeks[1], weeks.at(-1)]).toEqual([
      { de: '2026-09-02', ate: '2026-09-06' },
      { de: '2026-09-07', ate: '2026-09-13' },
      { de: '2026-11-16', ate: '2026-11-21' },
    ]);
    const start = Date.parse('2024-01-01');
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: MAX_PERIOD_DAYS }), (offset, days) => {
        const de = new Date(start + offset * 86_400_000).toISOString().slice(0, 10);
        const span = { de, ate: addDays(de, days - 1) };
        const parts = divideSpan(span);
        expect([parts[0]?.de, parts.at(-1)?.ate]).toEqual([span.de, span.ate]);
        for (const [index, part] of parts.entries()) {
          const next = parts[index + 1];
          if (next) expect(next.de).toBe(addDays(part.ate, 1));
        }
        expect(parts.reduce((sum, part) => sum + countDays(part), 0)).toBe(days);
        expect(parts.length).toBeLessThanOrEqual(getGrain(span) === 'dia' ? 45 : 28);
      }),
    );
  });
});

// 23:30 on 30 June in São Paulo, already 1 July in UTC.
const LATE = new Date('2026-07-01T02:30:00Z');

it.each<[Exclude<PeriodName, 'datas'>, string, string]>([
  ['hoje', '2026-06-30', '2026-06-30'],
  ['ontem', '2026-06-29', '2026-06-29'],
  ['7d', '2026-06-24', '2026-06-30'],
  ['30d', '2026-06-01', '2026-06-30'],
  ['mes', '2026-06-01', '2026-06-30'],
  ['mes_passado', '2026-05-01', '2026-05-31'],
  ['365d', '2025-07-01', '2026-06-30'],
])('%s are days of São Paulo, today included where days are counted', (period, de, ate) => {
  expect(getPeriodSpan(period, LATE)).toEqual({ de, ate });
});

it('the month before January is last year’s December, and yesterday of the first is the month before', () => {
  const newYear = new Date('2027-01-01T12:00:00Z');
  expect(getPeriodSpan('mes_passado', newYear)).toEqual({ de: '2026-12-01', ate: '2026-12-31' });
  expect(getPeriodSpan('ontem', newYear)).toEqual({ de: '2026-12-31', ate: '2026-12-31' });
  expect(getPeriodSpan('mes_passado', new Date('2028-03-31T12:00:00Z'))).toEqual({
    de: '2028-02-01',
    ate: '2028-02-29',
  });
});

it('every period begins no later than it ends', () => {
  for (const [period] of PERIODS) {
    if (period === 'datas') continue;
    const { de, ate } = getPeriodSpan(period, LATE);
    expect(de <= ate, period).toBe(true);
  }
});

it('every screen offers the same periods in one order', () => {
  expect(PERIODS.map(([, label]) => label)).toEqual([
    ...['Hoje', 'Ontem', '7 dias', '30 dias', 'Este mês', 'Mês passado', '365 dias', 'Entre datas'],
  ]);
});
