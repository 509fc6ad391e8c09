import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns';

/** When a rule first applied on this database, so that all servers count its days of grace from one moment. */
export const policies = pgTable('politicas', {
  codigo: text().primaryKey(),
  vale_desde: instant().notNull(),
});
