import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, ownerId } from '../columns';
import { users } from './users';

/** The second step of signing in: what the code of a user's app is made of, and which codes were used. */
export const twoStep = pgTable(
  'duas_etapas',
  {
    usuario_id: ownerId()
      .primaryKey()
      .references(() => users.id),
    /** What the app and the server share, sealed. */
    segredo: text().notNull(),
    /** Null while the user has not yet proved that the app has the secret: nothing is asked for until then. */
    ligada_em: instant(),
    /** The half minute, counted since 1970, of the last code that was used: neither it nor one before works again. */
    ultimo_passo: integer().notNull().default(0),
    /** SHA-256 of the recovery codes that are left. */
    codigos: text().array().notNull().default(sql`'{}'`),
  },
  (t) => [
    check('duas_etapas_codigos_so_ligada', sql`${t.ligada_em} IS NOT NULL OR cardinality(${t.codigos}) = 0`),
  ],
);
