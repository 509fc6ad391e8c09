import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, inList, insertedAt, ownerId } from '../columns';
import { orders } from './orders';

export const INVOICE_STATUSES = ['enviada', 'processando', 'aceita', 'recusada'] as const;

/** The NF-e that the seller handed in for an order: the gate for its label. */
export const invoices = pgTable(
  'notas_fiscais',
  {
    usuario_id: ownerId(),
    pedido_id: uuid().notNull(),
    /** The access key: 44 digits, but for the letters that a CNPJ may have. */
    chave: text().notNull(),
    xml: text().notNull(),
    status: text({ enum: INVOICE_STATUSES }).notNull(),
    motivo: text(),
    enviada_em: insertedAt(),
  },
  (t) => [
    primaryKey({ name: 'notas_fiscais_pk', columns: [t.usuario_id, t.pedido_id] }),
    belongsTo('notas_fiscais_pedido_fk', [t.usuario_id, t.pedido_id], orders),
    check('notas_fiscais_chave', sql`${t.chave} ~ '^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$'`),
    check('notas_fiscais_status', inList(t.status, INVOICE_STATUSES)),
    check('notas_fiscais_motivo', sql`(${t.status} = 'recusada') = (${t.motivo} IS NOT NULL)`),
  ],
);
