import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, belongsTo, inList, insertedAt, ownerId } from '../columns';
import { products } from './products';
import { suppliers } from './suppliers';

/**
 * Listings that were taken off sale together, because their supplier cannot deliver or their account was disconnected:
 * what puts them back on sale. Whoever flags a product as sold in an account deletes the row of that account.
 */
export const listingPauses = pgTable(
  'pausas_anuncio',
  {
    usuario_id: ownerId(),
    produto_id: uuid().notNull(),
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    conta_id: accountId(),
    /** The supplier that was paused; the product may have another one since. Null: it was the account. */
    fornecedor_id: uuid(),
    pausado_em: insertedAt(),
  },
  (t) => [
    primaryKey({
      name: 'pausas_anuncio_pk',
      columns: [t.usuario_id, t.produto_id, t.marketplace, t.conta_id],
    }),
    index('pausas_anuncio_por_fornecedor').on(t.usuario_id, t.fornecedor_id),
    belongsTo('pausas_anuncio_produto_fk', [t.usuario_id, t.produto_id], products),
    belongsTo('pausas_anuncio_fornecedor_fk', [t.usuario_id, t.fornecedor_id], suppliers),
    check('pausas_anuncio_marketplace', inList(t.marketplace, MARKETPLACES)),
  ],
);
