import type { Database } from '@esteira/db/database';
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
  const known = await readStart(db, code);
  if (known !== null) return known;
  await db.insert(policies).values({ codigo: code, vale_desde: clock().toISOString() }).onConflictDoNothing();
  const noted = await readStart(db, code);
  if (noted === null) throw new Error(`the policy ${code} has just been noted and is gone`);
  return noted;
}

async function readStart(db: Database, code: string): Promise<Date | null> {
  const [row] = await db
    .select({ since: policies.vale_desde })
    .from(policies)
    .where(eq(policies.codigo, code));
  return row === undefined ? null : new Date(row.since);
}
