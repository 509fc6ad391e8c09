import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../columns';

/** Who may work on something alone, on all servers together, and until when. `dono` is new with every taking. */
export const leases = pgTable('travas', {
  chave: text().primaryKey(),
  dono: uuid().notNull(),
  ate: instant().notNull(),
});
