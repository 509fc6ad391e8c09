import { activities } from '@esteira/db/schema/accounts/activities';
import { buyersRead } from '@esteira/db/schema/accounts/buyers-read';
import { newId } from '@esteira/db/schema/columns';
import { DAY_MS } from '@esteira/domain/durations';
import { lt } from 'drizzle-orm';
import type { Deps } from '../context';

const KEPT_MONTHS = 12;

/** Forgets what was done more than twelve months ago, a day later: the database refuses it before, by its own clock. */
export async function forgetOldActivity({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - DAY_MS);
  before.setUTCMonth(before.getUTCMonth() - KEPT_MONTHS);
  await db.delete(activities).where(lt(activities.id, newId(before)));
  await db.delete(buyersRead).where(lt(buyersRead.hora, before.toISOString()));
}
