import { and, eq, gt, sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, money, ownerId } from '../columns';
import { products } from '../products/products';
import { suppliers } from '../products/suppliers';
import { orders } from './orders';

/**
 * What an order is of, a line for each item that was bought; an order's units and amounts are the sums of its lines.
 * Amounts are totals of the line; names are a snapshot of the moment of sale.
 */
export const orderLines = pgTable(
  'itens_pedido',
  {
    usuario_id: ownerId(),
    pedido_id: uuid().notNull(),
    /** The place in the order, from 1. */
    numero: smallint().notNull(),
    /** The listing's number at the marketplace; null where no marketplace told it. */
    id_externo: text(),
    /** Which variation of that listing; null where it has none. */
    variacao_externa: text(),
    produto_id: uuid(),
    fornecedor_id: uuid(),
    produto_nome: text().notNull(),
    produto_sku: text(),
    fornecedor_nome: text().notNull(),
    quantidade: integer().notNull(),
    preco_venda: money().notNull(),
    preco_fornecedor: money().notNull(),
  },
  (t) => [
    primaryKey({ name: 'itens_pedido_pk', columns: [t.usuario_id, t.pedido_id, t.numero] }),
    // Orders are found by their own supplier, and by those of their further lines.
    index('itens_pedido_por_fornecedor')
      .on(t.usuario_id, t.fornecedor_id, t.pedido_id)
      .where(gt(t.numero, sql`1`)),
    belongsTo('itens_pedido_pedido_fk', [t.usuario_id, t.pedido_id], orders),
    belongsTo('itens_pedido_produto_fk', [t.usuario_id, t.produto_id], products),
    belongsTo('itens_pedido_fornecedor_fk', [t.usuario_id, t.fornecedor_id], suppliers),
    check('itens_pedido_quantidade_positiva', sql`${t.quantidade} > 0`),
    check('itens_pedido_valores_validos', sql`${t.preco_venda} >= 0 AND ${t.preco_fornecedor} >= 0`),
  ],
);

/** A line belongs to the order that it is read with. */
export const IS_LINE_OF_ORDER = and(
  eq(orderLines.usuario_id, orders.usuario_id),
  eq(orderLines.pedido_id, orders.id),
);
