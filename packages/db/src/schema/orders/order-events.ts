import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { memberId, requireMember } from '../accounts/team';
import { belongsTo, id, insertedAt, ownerId } from '../columns';
import { orders } from './orders';

/**
 * The history of an order: who moved it, when, from where to where. `ator_id` is its seller or
 * somebody of their team; null: the marketplace.
 */
export const orderEvents = pgTable(
  'eventos_pedido',
  {
    usuario_id: ownerId(),
    pedido_id: uuid().notNull(),
    id: id(),
    de: text({ enum: ORDER_STATUSES }),
    para: text({ enum: ORDER_STATUSES }).notNull(),
    ator_id: uuid(),
    membro_id: memberId(),
    /** Why the seller cancelled, in their words; what the marketplace changed, where `de` is `para`; else null. */
    motivo: text(),
    criado_em: insertedAt(),
  },
  (t) => [
    // By time, as live screens read on. Changes made in one act have one id.
    primaryKey({ name: 'eventos_pedido_pk', columns: [t.usuario_id, t.id, t.pedido_id] }),
    // Without the id: PostgreSQL writes an order's number once then, and the place of each of its few events behind it.
    index('eventos_pedido_por_pedido').on(t.usuario_id, t.pedido_id),
    belongsTo('eventos_pedido_fk', [t.usuario_id, t.pedido_id], orders),
    requireMember('eventos_pedido_ator', t),
  ],
);
