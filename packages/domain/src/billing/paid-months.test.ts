import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../durations';
import { findEarlierEnds, type PaidMonths, takeBackMonths, toPaidExpiry } from './paid-months';

const paid = (day: string, months = 1): PaidMonths => ({ paidAt: new Date(`${day}T12:00:00Z`), months });
/** On the day of the payment that is given back, with everything paid still ahead. */
const takeBackAtOnce = (input: { payments: PaidMonths[]; taken: PaidMonths; expiry: Date }) =>
  takeBackMonths({ ...input, paidUntil: input.expiry, now: input.taken.paidAt });
const ledgers = fc.array(
  fc.record({
    paidAt: fc.date({
      min: new Date('2026-01-01T12:00:00Z'),
      max: new Date('2028-01-01T12:00:00Z'),
      noInvalidDate: true,
    }),
    months: fc.constantFrom(1, 6, 12),
  }),
  { minLength: 1, maxLength: 8 },
);

describe('toPaidExpiry', () => {
  it.each([
    ['nothing', [], null],
    ['one payment', [paid('2026-01-31')], '2026-02-28T12:00:00.000Z'],
    ['two in a row', [paid('2026-01-10'), paid('2026-01-20')], '2026-03-10T12:00:00.000Z'],
    ['two with a gap', [paid('2026-01-10'), paid('2026-06-20')], '2026-07-20T12:00:00.000Z'],
    ['whatever their order', [paid('2026-06-20'), paid('2026-01-10')], '2026-07-20T12:00:00.000Z'],
  ])('of %s', (_, payments, expiry) => {
    expect(toPaidExpiry(payments)?.toISOString() ?? null).toBe(expiry);
  });
});

describe('findEarlierEnds', () => {
  const [first, second, third] = [paid('2026-01-10'), paid('2026-01-20'), paid('2026-06-20')];

  it('tells the payments after the one that is given back, up to the next gap', () => {
    const after = findEarlierEnds([first, second, third], first);
    // From 10 March to 20 February.
    expect(after).toEqual([{ payment: second, earlierByMs: 18 * DAY_MS }]);
    expect(findEarlierEnds([first, second, third], second)).toEqual([]);
  });
});

describe('takeBackMonths', () => {
  const first = paid('2026-01-10');
  const second = paid('2026-01-20');
  const takeBack = (payments: PaidMonths[], taken: PaidMonths, expiry: string) =>
    takeBackAtOnce({ payments, taken, expiry: new Date(expiry) }).toISOString();

  it('ends the only payment where it began', () => {
    expect(takeBack([first], first, '2026-02-10T12:00:00Z')).toBe('2026-01-10T12:00:00.000Z');
  });

  it('leaves what the others bought, the first or the last being given back', () => {
    const expiry = '2026-03-10T12:00:00Z';
    expect(takeBack([first, second], second, expiry)).toBe('2026-02-10T12:00:00.000Z');
    expect(takeBack([first, second], first, expiry)).toBe('2026-02-20T12:00:00.000Z');
  });

  it('keeps time that was granted beside what was paid', () => {
    expect(takeBack([first], first, '2026-08-10T12:00:00Z')).toBe('2026-07-10T12:00:00.000Z');
  });

  it.each([
    ['is over takes nothing', '2026-02-10', '2026-03-20', '2026-04-15'],
    ['is half over takes the other half', '2026-02-10', '2026-01-26', '2026-03-31'],
  ])('of a payment whose month %s of what was granted', (_, until, today, left) => {
    const [paidUntil, now, expiry] = [until, today, '2026-04-15'].map((day) => new Date(`${day}T12:00:00Z`));
    if (!paidUntil || !now || !expiry) throw new Error('three days');
    const result = takeBackMonths({ payments: [first], taken: first, expiry, paidUntil, now });
    expect(result.toISOString()).toBe(`${left}T12:00:00.000Z`);
  });

  it('comes to what the remaining payments say, or to where the one given back began', () => {
    fc.assert(
      fc.property(ledgers, fc.nat(), (payments, at) => {
        const taken = payments[at % payments.length] ?? paid('2026-01-01');
        const expiry = toPaidExpiry(payments) ?? new Date(0);
        const left = toPaidExpiry(payments.filter((payment) => payment !== taken))?.getTime() ?? 0;
        const result = takeBackAtOnce({ payments, taken, expiry }).getTime();
        expect(result).toBe(Math.min(expiry.getTime(), Math.max(left, taken.paidAt.getTime())));
      }),
    );
  });

  it('takes no more than the months bought, and adds nothing, whatever else was granted', () => {
    fc.assert(
      fc.property(ledgers, fc.nat(), fc.integer({ min: 0, max: 900 }), (payments, at, granted) => {
        const taken = payments[at % payments.length] ?? paid('2026-01-01');
        const expiry = new Date((toPaidExpiry(payments)?.getTime() ?? 0) + granted * DAY_MS);
        const days = (expiry.getTime() - takeBackAtOnce({ payments, taken, expiry }).getTime()) / DAY_MS;
        expect(days).toBeGreaterThanOrEqual(0);
        // Short months at the ends may move the others by three days.
        expect(days).toBeLessThanOrEqual(31 * taken.months + 3);
      }),
    );
  });

  it('refuses a payment that is not in the ledger', () => {
    expect(() => takeBack([first], second, '2026-02-10T12:00:00Z')).toThrow(RangeError);
  });
});
