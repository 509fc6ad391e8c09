import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { LISTING_STATUSES } from '@esteira/domain/products/listing';
import type { ListingWarning } from '@esteira/domain/products/listing-warnings';
import { isNotNull, sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, belongsTo, inList, insertedAt, instant, ownerId } from '../columns';
import { belongsToAccount } from '../platform/marketplace-accounts';
import { products } from './products';

/** What the seller wants of a listing; its `status` follows as soon as the marketplace has done it. */
export const DESIRED_STATES = ['publicado', 'pausado', 'encerrado'] as const;

const LISTING_MODES = ['simulado', 'real'] as const;

/** What an account knows of a product: its listing there and the last answer about it. */
export const listings = pgTable(
  'anuncios',
  {
    usuario_id: ownerId(),
    produto_id: uuid().notNull(),
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    conta_id: accountId(),
    /** Null while it was never published: queued for the first time, or refused then. */
    id_externo: text(),
    status: text({ enum: LISTING_STATUSES }).notNull(),
    motivo: text(),
    /** Listings of the simulation mean nothing to the real marketplace. */
    modo: text({ enum: LISTING_MODES }).notNull().default('simulado'),
    desejado: text({ enum: DESIRED_STATES }).notNull().default('publicado'),
    /** Counts what was asked of the listing, the same thing again included. */
    desejos: integer().notNull().default(0),
    /** Publishing was begun then, and it is unknown whether it made a listing; null once that is known. */
    tentado_em: instant(),
    /** New with every change that a screen shows (a trigger sets it); null while simulated. */
    mudanca_id: uuid(),
    url: text(),
    avisos: jsonb().$type<ListingWarning[]>().notNull().default([]),
    /** Since when the description is missing there; null when it arrived. */
    descricao_pendente_desde: instant(),
    /**
     * The address of the picture that the marketplace was last given; empty where the product had none. Null: not
     * known, because the listing was made elsewhere or its publication was never answered.
     */
    imagem_enviada: text(),
    /** When it was last accepted for processing there; null when it is not waiting. */
    processando_desde: instant(),
    sincronizado_em: insertedAt(),
  },
  (t) => [
    primaryKey({ name: 'anuncios_pk', columns: [t.usuario_id, t.produto_id, t.marketplace, t.conta_id] }),
    belongsToAccount('anuncios_conta_fk', t),
    belongsTo('anuncios_produto_fk', [t.usuario_id, t.produto_id], products),
    index('anuncios_por_externo').on(t.usuario_id, t.marketplace, t.id_externo),
    index('anuncios_mudados').on(t.usuario_id, t.mudanca_id).where(isNotNull(t.mudanca_id)),
    index('anuncios_com_erro').on(t.usuario_id, t.mudanca_id).where(sql`status = 'erro'`),
    check('anuncios_marketplace_conhecido', inList(t.marketplace, MARKETPLACES)),
    check('anuncios_status_conhecido', inList(t.status, LISTING_STATUSES)),
    check(
      'anuncios_publicado_existe',
      sql`${t.id_externo} IS NOT NULL OR ${inList(t.status, ['na_fila', 'erro'])}`,
    ),
    check('anuncios_desejo_conhecido', inList(t.desejado, DESIRED_STATES)),
    check('anuncios_modo_conhecido', inList(t.modo, LISTING_MODES)),
  ],
);
