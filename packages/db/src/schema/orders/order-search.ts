import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ownerId } from '../columns';
import { orders } from './orders';

/** Some thousand orders. Without the regular merge a sale merges them, once there are so many. */
const PENDING_KB = 16_384;

/**
 * What each order is found by: its text, indexed by the seller's own trigrams, and its buyer. Triggers copy both from
 * `pedidos`. It is a table of its own, because a step of an order writes its row again and would write all its trigrams
 * with it (docs/decisions/0015).
 */
export const orderSearch = pgTable(
  'buscas_pedidos',
  {
    usuario_id: ownerId(),
    pedido_id: uuid().notNull(),
    texto: text().notNull(),
    /** A digest of marketplace, name and address, whatever case, accents and blanks; null where one is hidden. */
    comprador: uuid(),
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
      // A sale notes its grams in a list; `mergeSearchIndex` moves them into the index, many at once.
      .with({ fastupdate: true, gin_pending_list_limit: PENDING_KB }),
    index('buscas_pedidos_por_comprador')
      .on(t.usuario_id, t.comprador, t.pedido_id)
      .where(sql`comprador IS NOT NULL`),
  ],
);
