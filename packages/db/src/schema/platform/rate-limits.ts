import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns';

/** Counters of tries in a window, shared by all instances. `chave` is a digest: no e-mail or address in clear. */
export const rateLimits = pgTable('limites', {
  chave: text().primaryKey(),
  tentativas: integer().notNull(),
  janela_ate: instant().notNull(),
});
