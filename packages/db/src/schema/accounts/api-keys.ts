import { KEY_SCOPES } from '@esteira/domain/accounts/api-keys';
import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, ownerId } from '../columns';
import { users } from './users';

/** Keys of sellers' own programs. A revoked one is deleted; of the key itself only its hash is kept. */
export const apiKeys = pgTable(
  'chaves_api',
  {
    usuario_id: ownerId().references(() => users.id),
    id: id(),
    nome: text().notNull(),
    /** Its first characters, by which the seller knows it again. */
    prefixo: text().notNull(),
    /** SHA-256 of the key, in hexadecimal: it is too long to be guessed, so nothing slower is needed. */
    hash: text().notNull(),
    escopos: text({ enum: KEY_SCOPES }).array().notNull(),
    criado_em: instant().notNull(),
    /** Exact to a minute. */
    ultimo_uso: instant(),
  },
  (t) => [
    primaryKey({ name: 'chaves_api_pk', columns: [t.usuario_id, t.id] }),
    uniqueIndex('chaves_api_hash_unico').on(t.hash),
    check('chaves_api_com_escopo', sql`cardinality(${t.escopos}) > 0`),
  ],
);
