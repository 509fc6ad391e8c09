import { policies } from '@esteira/db/schema/platform/policies';
import { eq } from 'drizzle-orm';
import type { Deps } from '../context';

/**
 * When the rule `code` first applied on this database; this call is the first time where none was before. Safe on
 * several servers at once: all get the moment of the first one.
 */
export async function notePolicyStart(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  code: string,
): Promise<Date> {
  await db.insert(policies).values({ codigo: code, vale_desde: clock().toISOString() }).onConflictDoNothing();
  const [row] = await db
    .select({ since: policies.vale_desde })
    .from(policies)
    .where(eq(policies.codigo, code));
  if (row === undefined) throw new Error(`the policy ${code} has just been noted and is gone`);
  return new Date(row.since);
}
