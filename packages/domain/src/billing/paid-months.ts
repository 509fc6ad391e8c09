import { extendSubscription } from './subscription';

/** The months that one payment bought, and when it was approved. */
export interface PaidMonths {
  paidAt: Date;
  months: number;
}

/**
 * The expiry that payments come to, one after the other in the order of their approval; null without any.
 * @throws RangeError as `extendSubscription` does.
 */
export function toPaidExpiry(payments: readonly PaidMonths[]): Date | null {
  return [...payments]
    .sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime())
    .reduce<Date | null>(
      (current, { paidAt, months }) => extendSubscription({ current, now: paidAt, months }),
      null,
    );
}

/**
 * The expiry after one of the payments was given back: earlier by the time that it bought and no other payment covers,
 * never by more. Time that was not paid for (granted by hand) is kept: of what was bought only the rest after `now` can
 * be in the expiry still, and the last payment lasts until `paidUntil`.
 * @throws RangeError when `taken` is none of `payments`.
 */
export function takeBackMonths({
  payments,
  taken,
  expiry,
  paidUntil,
  now,
}: {
  payments: readonly PaidMonths[];
  taken: PaidMonths;
  expiry: Date;
  paidUntil: Date;
  now: Date;
}): Date {
  const all = payments.includes(taken) ? toPaidExpiry(payments) : null;
  if (all === null) throw new RangeError('the payment is not in the ledger');
  const left = toPaidExpiry(payments.filter((payment) => payment !== taken))?.getTime() ?? 0;
  const bought = all.getTime() - Math.max(left, taken.paidAt.getTime());
  const rest = paidUntil.getTime() - now.getTime();
  return new Date(expiry.getTime() - Math.max(0, Math.min(bought, rest)));
}
