import { ADMIN_ACTS } from '@esteira/domain/accounts/admin-acts';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, inList, insertedAt } from '../columns';
import { users } from './users';

/** Who of the admins did what to whom, when and from where. Written by the transaction of the act itself. */
export const adminActs = pgTable(
  'auditoria',
  {
    id: id().primaryKey(),
    admin_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    ato: text({ enum: ADMIN_ACTS }).notNull(),
    /** Whom it was done to, where it was a user. */
    alvo_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The reason that the admin gave, or what it was about. */
    detalhe: text(),
    ip: text().notNull(),
    feito_em: insertedAt(),
  },
  (t) => [
    index('auditoria_por_admin').on(t.admin_id),
    index('auditoria_por_alvo').on(t.alvo_id),
    check('auditoria_ato_conhecido', inList(t.ato, ADMIN_ACTS)),
  ],
);
