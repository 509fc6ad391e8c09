import { serviceCalls } from '@esteira/db/schema/platform/service-calls';
import { HOUR_MS } from '@esteira/domain/durations';
import { lt, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import type { CallFailures, CallTally } from '../../../core/service-calls/tally';

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
      target: [serviceCalls.minuto, serviceCalls.servico, serviceCalls.servidor],
      set: {
        chamadas: sql`excluded.chamadas`,
        falhas: sql`excluded.falhas`,
        limitadas: sql`excluded.limitadas`,
        mais_lenta_ms: sql`excluded.mais_lenta_ms`,
        falha_em: sql`excluded.falha_em`,
        falha_motivo: sql`excluded.falha_motivo`,
        falha_operacao: sql`excluded.falha_operacao`,
      },
    });
  tally.markSaved(changed);
}

export async function forgetOldCalls({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_MS).toISOString();
  await db.delete(serviceCalls).where(lt(serviceCalls.minuto, before));
}
