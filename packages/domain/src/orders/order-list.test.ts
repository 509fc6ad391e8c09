import { expect, it } from 'vitest';
import { ORDER_PERIODS, type OrderPeriod, toDayRange } from './order-list';

// 23:30 on 30 June in São Paulo, already 1 July in UTC.
const LATE = new Date('2026-07-01T02:30:00Z');

it.each<[OrderPeriod, string, string]>([
  ['hoje', '2026-06-30', '2026-06-30'],
  ['ontem', '2026-06-29', '2026-06-29'],
  ['7d', '2026-06-24', '2026-06-30'],
  ['30d', '2026-06-01', '2026-06-30'],
  ['mes', '2026-06-01', '2026-06-30'],
  ['mes_passado', '2026-05-01', '2026-05-31'],
])('%s are days of São Paulo, today included where days are counted', (period, de, ate) => {
  expect(toDayRange(period, LATE)).toEqual({ de, ate });
});

it('the month before January is last year’s December, and yesterday of the first is the month before', () => {
  const newYear = new Date('2027-01-01T12:00:00Z');
  expect(toDayRange('mes_passado', newYear)).toEqual({ de: '2026-12-01', ate: '2026-12-31' });
  expect(toDayRange('ontem', newYear)).toEqual({ de: '2026-12-31', ate: '2026-12-31' });
  expect(toDayRange('mes_passado', new Date('2028-03-31T12:00:00Z'))).toEqual({
    de: '2028-02-01',
    ate: '2028-02-29',
  });
});

it('every period begins no later than it ends', () => {
  for (const period of Object.keys(ORDER_PERIODS) as OrderPeriod[]) {
    const { de, ate } = toDayRange(period, LATE);
    expect(de <= ate, period).toBe(true);
  }
});
