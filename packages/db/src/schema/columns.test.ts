import { describe, expect, it } from 'vitest';
import { isoInstant, newId } from './columns';

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

describe('a new id', () => {
  it('is a UUIDv7 of its own after all before it, however fast they are made', () => {
    const begun = Date.now();
    const ids = Array.from({ length: 20_000 }, () => newId());
    const ended = Date.now();
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) {
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      const msecs = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
      expect(msecs >= begun && msecs <= ended).toBe(true);
    }
    expect(new Set(ids.map((id) => id.slice(-8))).size).toBeGreaterThan(19_900);
  });

  it('of another instant begins with it, and those of one instant come in their order', () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    const ids = Array.from({ length: 1_000 }, () => newId(at));
    expect(new Set(ids.map((id) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)))).toEqual(
      new Set([at.getTime()]),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
    expect(newId() > newId(at)).toBe(true);
  });
});
