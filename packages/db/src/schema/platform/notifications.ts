import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { isNotNull, isNull } from 'drizzle-orm';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { insertedAt, instant } from '../columns';

/**
 * The webhook inbox: what a marketplace announced, as it came and before anything is believed. Whose it is is only
 * known after its `vendedor_id` was matched with a connection, so it has no seller yet.
 */
export const notifications = pgTable(
  'notificacoes',
  {
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    /** The marketplace's own id of the notification: a repeated delivery is the same row. */
    id: text().notNull(),
    topico: text().notNull(),
    recurso: text().notNull(),
    vendedor_id: text().notNull(),
    recebida_em: insertedAt(),
    /** When it became a job (or was found to be of no account); null: still to do. */
    tratada_em: instant(),
  },
  (t) => [
    primaryKey({ name: 'notificacoes_pk', columns: [t.marketplace, t.id] }),
    index('notificacoes_pendentes').on(t.recebida_em).where(isNull(t.tratada_em)),
    index('notificacoes_tratadas').on(t.tratada_em).where(isNotNull(t.tratada_em)),
  ],
);
