import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, belongsTo, inList, insertedAt, instant, ownerId } from '../columns';
import { products } from './products';

/**
 * The outbox of stock: listings that have to be told the product's stock, written by `enfileirar_envio_estoque` (SQL)
 * in the transaction that changed it. One row per listing, so a burst of sales is one push.
 */
export const stockPushes = pgTable(
  'envios_estoque',
  {
    usuario_id: ownerId(),
    produto_id: uuid().notNull(),
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    conta_id: accountId(),
    devido_em: instant().notNull(),
  },
  (t) => [
    primaryKey({
      name: 'envios_estoque_pk',
      columns: [t.usuario_id, t.produto_id, t.marketplace, t.conta_id],
    }),
    index('envios_estoque_devidos').on(t.devido_em),
    belongsTo('envios_estoque_produto_fk', [t.usuario_id, t.produto_id], products),
    check('envios_estoque_marketplace', inList(t.marketplace, MARKETPLACES)),
  ],
);

const DIFFERENCE_FIELDS = ['estoque', 'preco', 'status'] as const;

/** What the last reconciliation found to differ between a listing and this side; gone once they agree. */
export const listingDifferences = pgTable(
  'divergencias',
  {
    usuario_id: ownerId(),
    produto_id: uuid().notNull(),
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    conta_id: accountId(),
    campo: text({ enum: DIFFERENCE_FIELDS }).notNull(),
    /** Both values as they are shown: units, reais, or the status's label. */
    aqui: text().notNull(),
    la: text().notNull(),
    visto_em: insertedAt(),
  },
  (t) => [
    primaryKey({
      name: 'divergencias_pk',
      columns: [t.usuario_id, t.produto_id, t.marketplace, t.conta_id, t.campo],
    }),
    belongsTo('divergencias_produto_fk', [t.usuario_id, t.produto_id], products),
    check('divergencias_campo', inList(t.campo, DIFFERENCE_FIELDS)),
  ],
);
