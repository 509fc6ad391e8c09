import { emails } from '@esteira/db/schema/platform/emails';
import { and, count, eq, lt, min } from 'drizzle-orm';
import type { Deps } from '../../core/context';

/** An e-mail leaves within seconds; one that is older is held up. */
const LATE_MS = 60_000;

export interface WaitingEmails {
  total: number;
  /** Those that wait longer than it takes to send one. */
  late: number;
  /** When the oldest was asked for; null: none waits. */
  oldestAt: string | null;
}

/** The e-mails that have not left yet. */
export async function readWaitingEmails({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<WaitingEmails> {
  const before = new Date(clock().getTime() - LATE_MS).toISOString();
  const waiting = eq(emails.situacao, 'na_fila');
  const [all] = await db
    .select({ total: count(), oldestAt: min(emails.criado_em) })
    .from(emails)
    .where(waiting);
  const [late] = await db
    .select({ total: count() })
    .from(emails)
    .where(and(waiting, lt(emails.criado_em, before)));
  return { total: all?.total ?? 0, late: late?.total ?? 0, oldestAt: all?.oldestAt ?? null };
}
