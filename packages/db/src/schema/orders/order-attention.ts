import { ATTENTION_CODES } from '@esteira/domain/orders/order-attention';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { inList, instant, ownerId } from '../columns';
import { orders } from './orders';

/**
 * The open reasons for which an order needs its seller's attention. Each is raised and lifted by itself; a trigger
 * keeps `pedidos.requer_atencao` true exactly while there is one (docs/decisions/0013).
 */
export const orderAttention = pgTable(
  'atencoes_pedido',
  {
    usuario_id: ownerId(),
    pedido_id: uuid().notNull(),
    codigo: text({ enum: ATTENTION_CODES }).notNull(),
    /** What the sentence names: items, products, or the marketplace's own sentence. Shown, never compared. */
    detalhe: text(),
    desde: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'atencoes_pedido_pk', columns: [t.usuario_id, t.pedido_id, t.codigo] }),
    index('atencoes_pedido_recentes').on(t.usuario_id, t.desde),
    foreignKey({
      name: 'atencoes_pedido_fk',
      columns: [t.usuario_id, t.pedido_id],
      foreignColumns: [orders.usuario_id, orders.id],
    }),
    check('atencoes_pedido_codigo', inList(t.codigo, ATTENTION_CODES)),
  ],
);
