import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, ownerId } from '../columns';
import { users } from './users';

/** Where a user is signed in: each token names one of these rows, and works until it is ended or expires. */
export const sessions = pgTable(
  'sessoes',
  {
    usuario_id: ownerId().references(() => users.id),
    id: id(),
    /** Browser and system, as 'Chrome no Windows'; what the browser sent is not kept. */
    dispositivo: text().notNull(),
    /** The address that the user signed in from. */
    endereco: text().notNull(),
    criada_em: instant().notNull(),
    /** Exact to a minute. */
    ultimo_uso: instant().notNull(),
    expira_em: instant().notNull(),
    encerrada_em: instant(),
  },
  (t) => [
    primaryKey({ name: 'sessoes_pk', columns: [t.usuario_id, t.id] }),
    index('sessoes_vencidas').on(t.expira_em),
  ],
);
