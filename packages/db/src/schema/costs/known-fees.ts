import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { LISTING_CONDITIONS, LISTING_TYPES } from '@esteira/domain/products/listing';
import type { FeeGap } from '@esteira/domain/profit/known-fees';
import { LOGISTICS } from '@esteira/domain/profit/rules/fee-rule';
import type { KnownCost } from '@esteira/domain/profit/sale';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users';
import { inList, instant, ownerId } from '../columns';

/**
 * What a seller's account was told of its fees before a sale, kept until `expira_em`: a page asks the marketplace no
 * second time, and a sale is estimated by it. One row a question and range of prices; it can be asked again at any time.
 */
export const knownFees = pgTable(
  'tarifas_consultadas',
  {
    usuario_id: ownerId().references(() => users.id),
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    /** The account at the marketplace, by whose reputation and terms the fees are. */
    vendedor_id: text().notNull(),
    /** What the marketplace finds the product by: its category or names; its SKU, EAN, brand and model, a line each. */
    referencia: text().notNull(),
    tipo_anuncio: text({ enum: LISTING_TYPES }).notNull(),
    condicao: text({ enum: LISTING_CONDITIONS }).notNull(),
    logistica: text({ enum: [...LOGISTICS.mercadolivre, ...LOGISTICS.amazon] }).notNull(),
    /** The packed product in grams and centimetres; 0 where unknown, or it makes no difference. */
    peso_g: integer().notNull(),
    altura_cm: integer().notNull(),
    largura_cm: integer().notNull(),
    comprimento_cm: integer().notNull(),
    /** The prices of one unit that the answer holds for, in cents, both included. */
    de: integer().notNull(),
    ate: integer().notNull(),
    /** Amounts in cents, shares in hundredths of a percent. */
    tarifas: jsonb().$type<Pick<KnownCost, 'code' | 'charge'>[]>().notNull(),
    /** What was missing to be told all of them. */
    falta: jsonb().$type<FeeGap[]>().notNull(),
    lida_em: instant().notNull(),
    expira_em: instant().notNull(),
  },
  (t) => [
    primaryKey({
      name: 'tarifas_consultadas_pk',
      columns: [
        ...([t.usuario_id, t.marketplace, t.vendedor_id, t.referencia, t.tipo_anuncio] as const),
        ...[t.condicao, t.logistica, t.peso_g, t.altura_cm, t.largura_cm, t.comprimento_cm, t.de],
      ],
    }),
    index('tarifas_consultadas_vencidas').on(t.expira_em),
    check('tarifas_consultadas_marketplace', inList(t.marketplace, MARKETPLACES)),
    check('tarifas_consultadas_tipo', inList(t.tipo_anuncio, LISTING_TYPES)),
    check('tarifas_consultadas_condicao', inList(t.condicao, LISTING_CONDITIONS)),
    check('tarifas_consultadas_precos', sql`${t.de} BETWEEN 0 AND ${t.ate}`),
  ],
);
