import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, id, insertedAt, instant, ownerId } from '../columns';
import { suppliers } from './suppliers';

/**
 * Pages that a supplier opens without a login (docs/decisions/0021): which orders each shows, as the seller chose them,
 * and until when. Deleted when revoked, and some time after they expired.
 */
export const purchasePages = pgTable(
  'listas_compra',
  {
    usuario_id: ownerId(),
    id: id(),
    fornecedor_id: uuid().notNull(),
    pedidos: uuid().array().notNull(),
    expira_em: instant().notNull(),
    criado_em: insertedAt(),
  },
  (t) => [
    primaryKey({ name: 'listas_compra_pk', columns: [t.usuario_id, t.id] }),
    index('listas_compra_por_fornecedor').on(t.usuario_id, t.fornecedor_id, t.expira_em),
    belongsTo('listas_compra_fornecedor_fk', [t.usuario_id, t.fornecedor_id], suppliers),
    check('listas_compra_com_pedidos', sql`cardinality(${t.pedidos}) > 0`),
  ],
);
