import { ATTENTION_CODES } from '@esteira/domain/orders/order-attention';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, inList, insertedAt, ownerId } from '../columns';
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
    desde: insertedAt(),
  },
  (t) => [
    primaryKey({ name: 'atencoes_pedido_pk', columns: [t.usuario_id, t.pedido_id, t.codigo] }),
    index('atencoes_pedido_recentes').on(t.usuario_id, t.desde),
    belongsTo('atencoes_pedido_fk', [t.usuario_id, t.pedido_id], orders),
    check('atencoes_pedido_codigo', inList(t.codigo, ATTENTION_CODES)),
  ],
);
