import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from '../columns';
import { users } from './users';

/** How many orders' buyers were handed out to a person or an API key in an hour, for twelve months. */
export const buyersRead = pgTable(
  'leituras_compradores',
  {
    usuario_id: ownerId().references(() => users.id),
    /** A person, or an API key; stays when that is gone. */
    autor_id: uuid().notNull(),
    /** What the key was called; null: it is a person. */
    chave_nome: text(),
    /** Its first moment. */
    hora: instant().notNull(),
    pedidos: integer().notNull(),
    /** When the owner was told that this is unusual. */
    avisado_em: instant(),
  },
  (t) => [
    primaryKey({ name: 'leituras_compradores_pk', columns: [t.usuario_id, t.autor_id, t.hora] }),
    index('leituras_compradores_avisadas').on(t.usuario_id, t.avisado_em).where(sql`avisado_em IS NOT NULL`),
  ],
);
