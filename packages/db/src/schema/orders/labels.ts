import { isNotNull } from 'drizzle-orm';
import { customType, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, insertedAt, ownerId } from '../columns';
import { orders } from './orders';

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** The shipping label as the marketplace gave it, fetched once and kept. */
export const labels = pgTable(
  'etiquetas',
  {
    usuario_id: ownerId(),
    pedido_id: uuid().notNull(),
    tipo: text().notNull(),
    conteudo: bytes().notNull(),
    criado_em: insertedAt(),
    /** New when it is handed out to be printed (a trigger sets it): screens show that. */
    mudanca_id: uuid(),
  },
  (t) => [
    primaryKey({ name: 'etiquetas_pk', columns: [t.usuario_id, t.pedido_id] }),
    index('etiquetas_mudancas').on(t.usuario_id, t.mudanca_id).where(isNotNull(t.mudanca_id)),
    belongsTo('etiquetas_pedido_fk', [t.usuario_id, t.pedido_id], orders),
  ],
);
