import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { sql } from 'drizzle-orm';
import { check, foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns';
import { products } from './products';

export const LISTING_STATUSES = ['processando', 'publicado', 'pausado', 'encerrado', 'erro'] as const;

/** What a marketplace knows of a product: its listing there and the last answer about it. */
export const listings = pgTable(
  'anuncios',
  {
    usuario_id: ownerId(),
    produto_id: uuid().notNull(),
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    id_externo: text().notNull(),
    status: text({ enum: LISTING_STATUSES }).notNull(),
    motivo: text(),
    sincronizado_em: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'anuncios_pk', columns: [t.usuario_id, t.produto_id, t.marketplace] }),
    foreignKey({
      name: 'anuncios_produto_fk',
      columns: [t.usuario_id, t.produto_id],
      foreignColumns: [products.usuario_id, products.id],
    }),
    check('anuncios_marketplace_conhecido', sql`${t.marketplace} IN ('mercadolivre', 'amazon')`),
    check(
      'anuncios_status_conhecido',
      sql`${t.status} IN ('processando', 'publicado', 'pausado', 'encerrado', 'erro')`,
    ),
  ],
);
