import { setToNew } from '@esteira/db/expressions';
import { serviceCalls } from '@esteira/db/schema/platform/service-calls';
import { HOUR_MS } from '@esteira/domain/durations';
import { getTableColumns, lt } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import type { CallFailures, CallTally } from '../../../core/service-calls/tally';

const { minuto, servico, servidor, ...counted } = getTableColumns(serviceCalls);

/** What the admin's screen shows, and an hour more. */
const KEPT_MS = 25 * HOUR_MS;

/** Tells of the failures since the last time, one line for each operation and kind, and writes what was counted. */
export async function saveCalls(
  { db }: Pick<Deps, 'db'>,
  tally: CallTally,
  onFailures: (failures: CallFailures) => void,
): Promise<void> {
  for (const failures of tally.takeFailures()) onFailures(failures);
  const changed = tally.listChanged();
  if (changed.length === 0) return;
  await db
    .insert(serviceCalls)
    .values(changed)
    .onConflictDoUpdate({
      target: [minuto, servico, servidor],
      set: setToNew(...Object.values(counted)),
    });
  tally.markSaved(changed);
}

export async function forgetOldCalls({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_MS).toISOString();
  await db.delete(serviceCalls).where(lt(serviceCalls.minuto, before));
}
