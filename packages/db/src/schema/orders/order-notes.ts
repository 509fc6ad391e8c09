import { MAX_NOTE_LENGTH } from '@esteira/domain/orders/order-notes';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { memberId, requireMember } from '../accounts/team';
import { belongsTo, id, insertedAt, instant, ownerId } from '../columns';
import { orders } from './orders';

/**
 * What somebody wrote down about an order. A deleted note stays as a row without its text, so that screens that are
 * open elsewhere hear that it is gone.
 */
export const orderNotes = pgTable(
  'notas_pedido',
  {
    usuario_id: ownerId(),
    pedido_id: uuid().notNull(),
    id: id(),
    texto: text().notNull(),
    /** Who wrote it: its seller or somebody of their team. */
    ator_id: uuid().notNull(),
    membro_id: memberId(),
    criado_em: insertedAt(),
    excluida_em: instant(),
    /** New with every change that a screen shows (a trigger sets it). */
    mudanca_id: uuid(),
  },
  (t) => [
    primaryKey({ name: 'notas_pedido_pk', columns: [t.usuario_id, t.pedido_id, t.id] }),
    index('notas_pedido_mudancas').on(t.usuario_id, t.mudanca_id),
    belongsTo('notas_pedido_fk', [t.usuario_id, t.pedido_id], orders),
    requireMember('notas_pedido_ator', t),
    check(
      'notas_pedido_texto',
      sql`length(${t.texto}) <= ${sql.raw(String(MAX_NOTE_LENGTH))} AND (${t.texto} = '') = (${t.excluida_em} IS NOT NULL)`,
    ),
  ],
);
