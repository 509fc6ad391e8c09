import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** A record's `versao`: a hash over the stored values of the columns that clients can change, read with its row. */
export function versionColumn(...parts: (AnyPgColumn | SQL)[]): SQL<string> {
  return sql<string>`to_hex(hash_record_extended(ROW(${sql.join(parts, sql`, `)}), 0))`;
}
