import { ACTIVITIES, ACTIVITY_RESULTS } from '@esteira/domain/accounts/activity';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, inList, instant } from '../columns';
import { users } from './users';

/**
 * What people and API keys did that concerns a shop's security, for twelve months. A trigger refuses to change or delete a
 * row before. Ids only: never a buyer, a search text or a secret.
 */
export const activities = pgTable(
  'atividades',
  {
    id: id().primaryKey(),
    /** The shop that sees it; null: somebody tried an address that has no account. */
    usuario_id: uuid().references(() => users.id),
    /** Which person did it; null: an API key, or somebody without an account. Stays when that person's account is deleted. */
    autor_id: uuid(),
    /** The API key, which is deleted when it is revoked, and what it was called then. */
    chave_id: uuid(),
    chave_nome: text(),
    ato: text({ enum: ACTIVITIES }).notNull(),
    /** An id, a digest, or a name of the code: what it was done to. */
    alvo: text(),
    resultado: text({ enum: ACTIVITY_RESULTS }).notNull(),
    quantidade: integer(),
    /** The export was narrowed by a search, of which nothing is kept. */
    com_busca: boolean().notNull().default(false),
    ip: text().notNull(),
    dispositivo: text().notNull(),
    /** By which the log's lines of the request are found. */
    requisicao: text(),
    /** Of what is kept once in a quarter of an hour: a digest of what, who and from where. */
    janela: text(),
    em: instant().notNull(),
  },
  (t) => [
    index('atividades_da_loja').on(t.usuario_id, t.id),
    index('atividades_do_autor').on(t.autor_id, t.id),
    uniqueIndex('atividades_janela_unica').on(t.janela),
    check('atividades_resultado_conhecido', inList(t.resultado, ACTIVITY_RESULTS)),
  ],
);
