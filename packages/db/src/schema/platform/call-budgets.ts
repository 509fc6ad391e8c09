import { doublePrecision, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns';

/** Token buckets of the calls to marketplaces, per seller, marketplace and operation, shared by all servers. */
export const callBudgets = pgTable('limites_chamada', {
  chave: text().primaryKey(),
  /** Calls left at `atualizado_em`; more are earned with time. */
  restantes: doublePrecision().notNull(),
  atualizado_em: instant().notNull(),
  /** No call before this moment: the marketplace answered 429. */
  parado_ate: instant(),
});
