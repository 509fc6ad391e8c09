import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import type { CostCode } from '@esteira/domain/profit/costs/cost-term';
import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { money, ownerId } from '../columns';

/**
 * Sums that all orders of a seller share stand in up to eight parts, so that two transactions that write them at once do
 * not wait for each other's commit. What is read is the sum of the parts; a chore of the servers folds them into part 0.
 * Who works alone writes part 0. `parte_do_resumo` (SQL) chooses it.
 */
const part = () => smallint().notNull().default(0);

/**
 * Orders counted and summed per month (America/Sao_Paulo), marketplace and status. Triggers on `pedidos`
 * keep it in the same transaction as every change, so it is exact at once and cheap to read.
 */
export const orderSummaries = pgTable(
  'resumo_pedidos',
  {
    usuario_id: ownerId(),
    mes: text().notNull(),
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    pedidos: integer().notNull(),
    receita: money().notNull(),
    lucro: money().notNull(),
    parte: part(),
  },
  (t) => [
    primaryKey({
      name: 'resumo_pedidos_pk',
      columns: [t.usuario_id, t.mes, t.marketplace, t.status, t.parte],
    }),
    index('resumo_pedidos_partes').on(t.usuario_id).where(sql`parte > 0`),
  ],
);

/** What both summaries by day hold; the costs are those of the orders whose costs are all known. */
const dayFigures = {
  pedidos: integer().notNull(),
  receita: money().notNull(),
  lucro: money().notNull(),
  /** How many of the orders have all costs known, what these were sold for, and what they cost. */
  calculados: integer().notNull(),
  receita_calculada: money().notNull(),
  custos: money().notNull(),
};

/** The same by day, with what the orders cost. Kept by the same triggers. */
export const dailySummaries = pgTable(
  'resumo_diario',
  {
    usuario_id: ownerId(),
    dia: date({ mode: 'string' }).notNull(),
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    ...dayFigures,
    /** How many of those whose costs are known were charged by the marketplace. */
    cobrados: integer().notNull(),
    /** Grows with every change that these sums, or those by product of this day, had from an order of this row. */
    versao: bigint({ mode: 'number' }).notNull().default(1),
    parte: part(),
  },
  (t) => [
    // This index holds `versao` too: sql/after/storage.sql.
    primaryKey({
      name: 'resumo_diario_pk',
      columns: [t.usuario_id, t.dia, t.marketplace, t.status, t.parte],
    }),
    index('resumo_diario_partes').on(t.usuario_id).where(sql`parte > 0`),
  ],
);

/** The same by day and product, cancelled orders not counted; `NO_ID` where it is not known. */
export const dailyProducts = pgTable(
  'resumo_diario_produtos',
  {
    usuario_id: ownerId(),
    dia: date({ mode: 'string' }).notNull(),
    produto_id: uuid().notNull(),
    fornecedor_id: uuid().notNull(),
    unidades: integer().notNull(),
    ...dayFigures,
  },
  (t) => [
    primaryKey({
      name: 'resumo_diario_produtos_pk',
      columns: [t.usuario_id, t.dia, t.produto_id, t.fornecedor_id],
    }),
  ],
);

/** A column for each kind of cost, of its name. */
const costColumns = {
  tarifa_venda: money().notNull(),
  tarifa_fixa: money().notNull(),
  frete_vendedor: money().notNull(),
  parcelamento: money().notNull(),
  imposto: money().notNull(),
  ads: money().notNull(),
  embalagem: money().notNull(),
  outros: money().notNull(),
  fornecedor: money().notNull(),
} satisfies Record<CostCode, unknown>;

/**
 * What each kind of cost took by day and marketplace: of orders that were not cancelled and whose costs are all known, so
 * that the kinds sum to `custos` of the summary by day. Kept by triggers of the orders and of their costs.
 */
export const dailyCosts = pgTable(
  'resumo_diario_custos',
  {
    usuario_id: ownerId(),
    dia: date({ mode: 'string' }).notNull(),
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    ...costColumns,
    parte: part(),
  },
  (t) => [
    primaryKey({ name: 'resumo_diario_custos_pk', columns: [t.usuario_id, t.dia, t.marketplace, t.parte] }),
    index('resumo_diario_custos_partes').on(t.usuario_id).where(sql`parte > 0`),
  ],
);

/** Stands in a key for an unknown product or supplier. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Units sold per product, cancelled orders not counted; kept by the same triggers. */
export const productSales = pgTable(
  'vendas_produtos',
  {
    usuario_id: ownerId(),
    produto_id: uuid().notNull(),
    unidades: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: 'vendas_produtos_pk', columns: [t.usuario_id, t.produto_id] }),
    index('vendas_produtos_por_unidades').on(t.usuario_id, t.unidades, t.produto_id),
  ],
);
