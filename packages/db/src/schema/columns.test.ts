import { describe, expect, it } from 'vitest';
import { isoInstant } from './columns';

describe('an instant as PostgreSQL prints it', () => {
  it.each([
    ['2026-11-21 05:38:00+00', '2026-11-21T05:38:00.000Z'],
    ['2026-11-21 05:38:00.1+00', '2026-11-21T05:38:00.100Z'],
    ['2026-11-21 05:38:00.12+00', '2026-11-21T05:38:00.120Z'],
    ['2026-11-21 05:38:00.123+00', '2026-11-21T05:38:00.123Z'],
    ['2026-11-21 02:38:00.123-03', '2026-11-21T05:38:00.123Z'],
    ['2026-11-21 05:38:00-03:30', '2026-11-21T09:08:00.000Z'],
    ['2026-11-21 05:38:00.5+01', '2026-11-21T04:38:00.500Z'],
  ])('reads %s', (printed, iso) => {
    expect(isoInstant(printed)).toBe(iso);
  });

  it('equals what parsing gives, for every millisecond', () => {
    for (let ms = 0; ms < 1000; ms++) {
      const fraction = ms === 0 ? '' : `.${String(ms).padStart(3, '0').replace(/0+$/, '')}`;
      const printed = `2026-02-28 23:59:59${fraction}+00`;
      expect(isoInstant(printed)).toBe(new Date(printed).toISOString());
    }
  });

  it('refuses what is no date', () => {
    expect(() => isoInstant('infinity')).toThrow(RangeError);
  });
});
