import { type Database, queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';

/** Between tests: row by row the database refuses it. */
export const emptyAudit = (db: Database) => queryRows(db, sql`TRUNCATE auditoria`);
