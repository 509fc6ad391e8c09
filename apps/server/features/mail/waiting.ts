import { countWhere } from '@esteira/db/expressions';
import { emails } from '@esteira/db/schema/platform/emails';
import { count, eq, lt, min } from 'drizzle-orm';
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
  const late = countWhere(lt(emails.criado_em, before));
  const [found] = await db
    .select({ total: count(), late, oldestAt: min(emails.criado_em) })
    .from(emails)
    .where(eq(emails.situacao, 'na_fila'));
  return found ?? { total: 0, late: 0, oldestAt: null };
}
