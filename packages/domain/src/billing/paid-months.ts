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
  return [...toEnds(payments).values()].at(-1) ?? null;
}

/**
 * The payments that end earlier once one of them was given back, and by how much.
 * @throws RangeError as `extendSubscription` does.
 */
export function findEarlierEnds<Payment extends PaidMonths>(
  payments: readonly Payment[],
  taken: Payment,
): { payment: Payment; earlierByMs: number }[] {
  const ends = toEnds(payments);
  return [...toEnds(payments.filter((payment) => payment !== taken))]
    .map(([payment, end]) => ({ payment, earlierByMs: Number(ends.get(payment)) - end.getTime() }))
    .filter(({ earlierByMs }) => earlierByMs > 0);
}

/** Until when each payment lasts, in the order of their approval. */
function toEnds<Payment extends PaidMonths>(payments: readonly Payment[]): Map<Payment, Date> {
  const ends = new Map<Payment, Date>();
  let current: Date | null = null;
  for (const payment of [...payments].sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime())) {
    current = extendSubscription({ current, now: payment.paidAt, months: payment.months });
    ends.set(payment, current);
  }
  return ends;
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
