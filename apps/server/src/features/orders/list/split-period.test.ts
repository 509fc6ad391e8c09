import { expect, it } from 'vitest';
import { splitPeriod } from './split-period';

it.each([
  [{}, [undefined, undefined], []],
  [{ de: '2026-02-01', ate: '2026-02-28' }, ['2026-02', '2026-02'], []],
  [
    { de: '2026-01-31', ate: '2026-04-01' },
    ['2026-02', '2026-03'],
    [
      { de: '2026-01-31', ate: '2026-01-31' },
      { de: '2026-04-01', ate: '2026-04-01' },
    ],
  ],
  [
    { de: '2024-02-01', ate: '2024-02-28' },
    ['2024-02', '2024-01'],
    [{ de: '2024-02-01', ate: '2024-02-28' }],
  ],
  [{ de: '2026-12-15' }, ['2026-13', undefined], [{ de: '2026-12-15', ate: '2026-12-31' }]],
  [{ ate: '2026-01-30' }, [undefined, '2026-00'], [{ de: '2026-01-01', ate: '2026-01-30' }]],
])('%j is whole months and the days around them', (period, [from, to] = [], edges) => {
  expect(splitPeriod(period)).toEqual({ months: { from, to }, edges });
});
