import { LISTING_CONDITIONS, LISTING_TYPES, NO_EAN_REASONS } from '@esteira/domain/products/listing';
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { areBetween, belongsTo, inList, ownerId } from '../columns';
import { products } from './products';

/** What real marketplaces ask of a product beyond the specification's fields; all of it optional. */
export const listingAttributes = pgTable(
  'fichas_anuncio',
  {
    usuario_id: ownerId(),
    produto_id: uuid().notNull(),
    ean: text(),
    /** Why it has none, where the seller said so. */
    motivo_sem_ean: text({ enum: NO_EAN_REASONS }),
    marca: text(),
    modelo: text(),
    condicao: text({ enum: LISTING_CONDITIONS }).notNull().default('novo'),
    tipo_anuncio: text({ enum: LISTING_TYPES }).notNull().default('classico'),
    categoria_ml: text(),
    /** Units held back from the marketplaces. */
    margem_seguranca: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'fichas_anuncio_pk', columns: [t.usuario_id, t.produto_id] }),
    belongsTo('fichas_anuncio_produto_fk', [t.usuario_id, t.produto_id], products),
    check('fichas_anuncio_ean', sql`${t.ean} ~ '^([0-9]{8}|[0-9]{12,14})$'`),
    check('fichas_anuncio_motivo_sem_ean', inList(t.motivo_sem_ean, NO_EAN_REASONS)),
    check('fichas_anuncio_condicao', inList(t.condicao, LISTING_CONDITIONS)),
    check('fichas_anuncio_tipo', inList(t.tipo_anuncio, LISTING_TYPES)),
    check('fichas_anuncio_margem', areBetween(0, 1000, [t.margem_seguranca])),
  ],
);
