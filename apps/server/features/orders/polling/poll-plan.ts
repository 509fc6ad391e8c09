import type { ShippingState } from '@esteira/marketplaces/port';
import type { Deps } from '../../../core/context';
import type { JobData } from '../../../core/job-kinds';

/** An account is looked at this often: Amazon allows one search in three minutes. */
export const POLL_EVERY_MS = 5 * 60_000;

/** An account that fails is looked at ever more rarely, up to this many times the ordinary pause (about five hours). */
export const MAX_BACK_OFF = 64;

/** Reads an order again at the moment that its marketplace named, where the next look at all orders comes later. */
export async function lookAgainSoon(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  order: JobData<'order-read'>,
  { tentar_em: runAt }: Pick<ShippingState, 'tentar_em'>,
): Promise<void> {
  if (runAt === null || runAt.getTime() - clock().getTime() >= POLL_EVERY_MS) return;
  await jobs.send(db, 'order-read', order, { runAt });
}

/** Whether something that comes every so many milliseconds is due. */
export const isDue = (last: string | null, everyMs: number, now: Date): boolean =>
  last === null || now.getTime() - Date.parse(last) >= everyMs;
