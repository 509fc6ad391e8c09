import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { ORDER_STATUSES } from '@esteira/domain/order-machine';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { money, ownerId } from './columns';

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
  },
  (t) => [primaryKey({ name: 'resumo_pedidos_pk', columns: [t.usuario_id, t.mes, t.marketplace, t.status] })],
);

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
