import { opaqueParam } from '@esteira/db/database';
import { type SQL, sql } from 'drizzle-orm';

/** Whether a normalised text contains the term anywhere, ignoring case and accents. */
export function containsText(normalised: SQL | { getSQL(): SQL }, term: string): SQL {
  const literal = term.replace(/[\\%_]/g, (character) => `\\${character}`);
  return sql`${normalised} LIKE ${opaqueParam(sql`'%' || esteira_normalizar(${literal}) || '%'`)}`;
}
