import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, money, ownerId } from '../columns';

/** Whose and when, in every summary by day. */
const dayOfAccount = {
  usuario_id: ownerId(),
  dia: date({ mode: 'string' }).notNull(),
  marketplace: text({ enum: MARKETPLACES }).notNull(),
  conta_id: accountId(),
};

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

/**
 * Orders counted and summed by day (America/Sao_Paulo), account and status, with what they cost. A trigger of `pedidos`
 * writes it in the transaction of every change, so it is exact at once; months are sums of days.
 */
export const dailySummaries = pgTable(
  'resumo_diario',
  {
    ...dayOfAccount,
    status: text({ enum: ORDER_STATUSES }).notNull(),
    ...dayFigures,
    /** How many of those whose costs are known were charged by the marketplace. */
    cobrados: integer().notNull(),
  },
  (t) => [
    primaryKey({
      name: 'resumo_diario_pk',
      columns: [t.usuario_id, t.dia, t.marketplace, t.conta_id, t.status],
    }),
  ],
);

/**
 * The same by day, account, product and supplier, of the lines of orders that were not cancelled; `NO_ID` where one is not known. An
 * order counts once for each product that it has; what it cost is shared out among its lines.
 */
export const dailyProducts = pgTable(
  'resumo_diario_produtos',
  {
    ...dayOfAccount,
    produto_id: uuid().notNull(),
    fornecedor_id: uuid().notNull(),
    unidades: integer().notNull(),
    ...dayFigures,
  },
  (t) => [
    primaryKey({
      name: 'resumo_diario_produtos_pk',
      columns: [t.usuario_id, t.dia, t.marketplace, t.conta_id, t.produto_id, t.fornecedor_id],
    }),
  ],
);

/**
 * What each kind of cost took by day and account: of orders that were not cancelled and whose costs are all known, so
 * that the kinds sum to `custos` of the summary by day. Written by triggers of the orders and of their costs.
 */
export const dailyCosts = pgTable(
  'resumo_diario_custos',
  {
    ...dayOfAccount,
    codigo: text({ enum: COST_CODES }).notNull(),
    valor: money().notNull(),
  },
  (t) => [
    primaryKey({
      name: 'resumo_diario_custos_pk',
      columns: [t.usuario_id, t.dia, t.marketplace, t.conta_id, t.codigo],
    }),
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
