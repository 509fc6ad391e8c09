import { ORDER_REASONS, STOCK_REASONS } from '@esteira/domain/products/stock';
import { isNotNull, sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { memberId, requireMember } from '../accounts/team';
import { belongsTo, id, inList, insertedAt, ownerId } from '../columns';
import { orders } from '../orders/orders';
import { products } from './products';

/** Append-only ledger: at any moment a product's `estoque` is the sum of its movements (units). */
export const stockMovements = pgTable(
  'movimentos_estoque',
  {
    usuario_id: ownerId(),
    produto_id: uuid().notNull(),
    id: id(),
    quantidade: integer().notNull(),
    motivo: text({ enum: STOCK_REASONS }).notNull(),
    pedido_id: uuid(),
    /** The order's line that was sold or cancelled, as it was then; null: of a product as a whole. */
    numero_item: smallint(),
    /** Who moved it: its seller or somebody of their team; null: the marketplace. */
    ator_id: uuid(),
    membro_id: memberId(),
    criado_em: insertedAt(),
  },
  (t) => [
    primaryKey({ name: 'movimentos_estoque_pk', columns: [t.usuario_id, t.produto_id, t.id] }),
    // An order takes the stock of each of its lines once and gives it back once, whatever is delivered twice. In
    // between its marketplace may alter it several times.
    uniqueIndex('movimentos_estoque_pedido_unico')
      .on(
        t.usuario_id,
        t.pedido_id,
        t.motivo,
        sql`(CASE WHEN motivo = 'alteracao' THEN id ELSE produto_id END)`,
        sql`coalesce(numero_item, 0)`,
      )
      .where(isNotNull(t.pedido_id)),
    index('movimentos_estoque_recentes').on(t.usuario_id, t.id),
    belongsTo('movimentos_estoque_produto_fk', [t.usuario_id, t.produto_id], products),
    belongsTo('movimentos_estoque_pedido_fk', [t.usuario_id, t.pedido_id], orders),
    requireMember('movimentos_estoque_ator', t),
    check('movimentos_estoque_quantidade', sql`${t.quantidade} <> 0`),
    check('movimentos_estoque_motivo', inList(t.motivo, STOCK_REASONS)),
    check(
      'movimentos_estoque_pedido_presente',
      sql`(${inList(t.motivo, ORDER_REASONS)}) = (${t.pedido_id} IS NOT NULL)`,
    ),
  ],
);
