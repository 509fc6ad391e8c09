import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths } from '../calendar';
import { extendSubscription, isSubscriptionActive } from './subscription';

const now = new Date('2026-11-21T12:00:00Z');
const later = '2026-11-21T12:00:00.001Z';
const dates = fc.date({
  min: new Date('2020-01-01T03:00:00Z'),
  max: new Date('2080-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const months = fc.constantFrom(1, 6, 12);

describe('isSubscriptionActive', () => {
  it.each([
    ['a plan and a future expiry', { plano: 'top', data_expiracao: later }, true],
    ['an expiry as a Date', { plano: 'top', data_expiracao: new Date(later) }, true],
    ['an expiry of this very moment', { plano: 'top', data_expiracao: now.toISOString() }, false],
    ['a past expiry', { plano: 'top', data_expiracao: '2026-11-20T12:00:00Z' }, false],
    ['no plan', { plano: null, data_expiracao: later }, false],
    ['no expiry', { plano: 'top', data_expiracao: null }, false],
    ['neither', {}, false],
    ['an unreadable expiry', { plano: 'top', data_expiracao: 'amanhã' }, false],
  ])('with %s', (_, subscription, active) => {
    expect(isSubscriptionActive(subscription, now)).toBe(active);
  });
});

describe('extendSubscription', () => {
  it('starts now for a first or lapsed subscription', () => {
    const expected = '2026-12-21T12:00:00.000Z';
    const lapsed = new Date('2026-05-01T12:00:00Z');
    expect(extendSubscription({ current: null, now, months: 1 }).toISOString()).toBe(expected);
    expect(extendSubscription({ current: lapsed, now, months: 1 }).toISOString()).toBe(expected);
  });

  it('adds to what is still paid for', () => {
    const current = new Date('2027-01-31T12:00:00Z');
    expect(extendSubscription({ current, now, months: 1 }).toISOString()).toBe('2027-02-28T12:00:00.000Z');
    expect(extendSubscription({ current, now, months: 6 }).toISOString()).toBe('2027-07-31T12:00:00.000Z');
    expect(extendSubscription({ current, now, months: 12 }).toISOString()).toBe('2028-01-31T12:00:00.000Z');
  });

  it('counts from the later of now and the current expiry, whatever they are', () => {
    fc.assert(
      fc.property(fc.option(dates), dates, months, (current, today, count) => {
        const start = new Date(Math.max(today.getTime(), current?.getTime() ?? 0));
        const expiry = extendSubscription({ current, now: today, months: count });
        expect(expiry).toEqual(addMonths(start, count));
        expect(expiry.getTime()).toBeGreaterThan(start.getTime());
        expect(isSubscriptionActive({ plano: 'top', data_expiracao: expiry }, today)).toBe(true);
      }),
    );
  });

  it('never takes time away from whoever pays again', () => {
    fc.assert(
      fc.property(dates, months, months, (today, first, second) => {
        const once = extendSubscription({ current: null, now: today, months: first });
        const twice = extendSubscription({ current: once, now: today, months: second });
        const days = (twice.getTime() - once.getTime()) / 86_400_000;
        expect(days).toBeGreaterThanOrEqual(28 * second);
        expect(days).toBeLessThanOrEqual(31 * second);
      }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %d months', (months) => {
    expect(() => extendSubscription({ current: null, now, months })).toThrow(RangeError);
  });
});
