import { opaqueParam } from '@esteira/db/database';
import { type Column, type SQL, sql } from 'drizzle-orm';

/** Whether a text contains the term anywhere, ignoring case and accents. */
export const containsText = (text: Column, term: string): SQL =>
  containsNormalised(sql`esteira_normalizar(${text})`, term);

/** The same for a text without case and accents. */
export function containsNormalised(normalised: SQL | Column, term: string): SQL {
  const literal = term.replace(/[\\%_]/g, (character) => `\\${character}`);
  return sql`${normalised} LIKE ${opaqueParam(sql`'%' || esteira_normalizar(${literal}) || '%'`)}`;
}
