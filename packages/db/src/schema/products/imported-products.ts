import { foreignKey, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { id, ownerId } from '../columns';
import { changeSets } from './change-sets';

/**
 * The products that an import created, a row for each of its batches: a row each would cost a fifth of its time. They
 * become items of the change set once it is taken back, and are forgotten with it.
 */
export const importedProducts = pgTable(
  'produtos_importados',
  {
    usuario_id: ownerId(),
    lote_id: uuid().notNull(),
    id: id(),
    produtos: uuid().array().notNull(),
  },
  (t) => [
    primaryKey({ name: 'produtos_importados_pk', columns: [t.usuario_id, t.lote_id, t.id] }),
    foreignKey({
      name: 'produtos_importados_lote_fk',
      columns: [t.usuario_id, t.lote_id],
      foreignColumns: [changeSets.usuario_id, changeSets.id],
    }).onDelete('cascade'),
  ],
);
