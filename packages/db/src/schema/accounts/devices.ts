import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, ownerId } from '../columns';
import { users } from './users';

/** Browsers that a user has signed in from: of the mark that each keeps only its digest. */
export const devices = pgTable(
  'aparelhos',
  {
    usuario_id: ownerId().references(() => users.id),
    resumo: text().notNull(),
    visto_em: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'aparelhos_pk', columns: [t.usuario_id, t.resumo] }),
    index('aparelhos_vistos').on(t.visto_em),
  ],
);
