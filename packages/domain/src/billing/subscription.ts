import { addMonths } from '../calendar';

/** What a user's row says about the subscription; the date as stored or as it stands on the wire (ISO 8601). */
export interface Subscription {
  plano?: string | null | undefined;
  data_expiracao?: Date | string | null | undefined;
}

/** Tells whether a subscription is active: a plan, and an expiry that lies after `now`. */
export function isSubscriptionActive({ plano, data_expiracao }: Subscription, now: Date): boolean {
  if (!plano || !data_expiracao) return false;
  return new Date(data_expiracao).getTime() > now.getTime();
}

/**
 * The expiry after paying for `months` calendar months: counted in America/Sao_Paulo from the later of now
 * and the current expiry; 31 January + 1 month is the last day of February.
 * @throws RangeError on an invalid date or when `months` is not a positive integer.
 */
export function extendSubscription({
  current,
  now,
  months,
}: {
  current: Date | null;
  now: Date;
  months: number;
}): Date {
  if (!Number.isInteger(months) || months < 1) throw new RangeError(`not a number of months: ${months}`);
  return addMonths(current !== null && current.getTime() > now.getTime() ? current : now, months);
}
