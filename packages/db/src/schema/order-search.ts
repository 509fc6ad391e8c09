import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ownerId } from './columns';
import { orders } from './orders';

/**
 * What each order is found by, indexed by the seller's own trigrams. A trigger copies it from `pedidos.busca`. It is a
 * table of its own, because a step of an order writes its row anew and would write all its trigrams with it
 * (docs/decisions/0015).
 */
export const orderSearch = pgTable(
  'buscas_pedidos',
  {
    usuario_id: ownerId(),
    pedido_id: uuid().notNull(),
    texto: text().notNull(),
  },
  (t) => [
    primaryKey({ name: 'buscas_pedidos_pk', columns: [t.usuario_id, t.pedido_id] }),
    foreignKey({
      name: 'buscas_pedidos_fk',
      columns: [t.usuario_id, t.pedido_id],
      foreignColumns: [orders.usuario_id, orders.id],
    }),
    index('buscas_pedidos_gramas')
      .using('gin', sql`esteira_gramas(usuario_id, texto)`)
      .with({ fastupdate: false }),
  ],
);
