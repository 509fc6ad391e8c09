import { letters } from '@esteira/db/schema/platform/letters';
import { and, count, eq, lt, min } from 'drizzle-orm';
import type { Deps } from '../../core/context';

/** A letter leaves within seconds; one that is older is held up. */
const LATE_MS = 60_000;

export interface WaitingLetters {
  total: number;
  /** Those that wait longer than it takes to send one. */
  late: number;
  /** When the oldest was asked for; null: none waits. */
  oldestAt: string | null;
}

/** The letters that have not left yet. */
export async function readWaitingLetters({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<WaitingLetters> {
  const before = new Date(clock().getTime() - LATE_MS).toISOString();
  const waiting = eq(letters.situacao, 'na_fila');
  const [all] = await db
    .select({ total: count(), oldestAt: min(letters.criado_em) })
    .from(letters)
    .where(waiting);
  const [late] = await db
    .select({ total: count() })
    .from(letters)
    .where(and(waiting, lt(letters.criado_em, before)));
  return { total: all?.total ?? 0, late: late?.total ?? 0, oldestAt: all?.oldestAt ?? null };
}
