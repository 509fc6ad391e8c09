import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ownerId } from '../columns';

/**
 * Rows of a CSV import that wait to become products: one transaction for all of them would hold everybody up. Empty but
 * while an import runs, or after one that was cut off.
 */
export const importBatches = pgTable(
  'lotes_importacao',
  {
    usuario_id: ownerId(),
    importacao_id: uuid().notNull(),
    /** Who imports: the seller, or somebody of their team. */
    ator_id: uuid().notNull(),
    /** Their order in the file, from 1. */
    numero: integer().notNull(),
    /** The whole import is staged and will be finished, whatever happens to this process; false: it may be dropped. */
    aceito: boolean().notNull().default(false),
    /** How many products came of it; null: it waits. */
    criados: integer(),
    /** How many rows can be created, and they as JSON; empty once they are. */
    validos: integer().notNull(),
    linhas: text().notNull(),
    /** What is wrong with the other rows, as JSON. */
    erros: text().notNull(),
  },
  (t) => [primaryKey({ name: 'lotes_importacao_pk', columns: [t.usuario_id, t.importacao_id, t.numero] })],
);
