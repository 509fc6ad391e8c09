import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, inList, instant, ownerId } from '../columns';
import { users } from './users';

/** What a secret is good for: the addresses that are sent by e-mail, and the second step of a sign-in. */
export const ACCOUNT_LINK_KINDS = ['redefinir_senha', 'confirmar_email', 'segundo_passo'] as const;

/** Secrets that work once: in addresses that were sent by e-mail, and between two steps. Only their digest is kept. */
export const accountLinks = pgTable(
  'links_conta',
  {
    usuario_id: ownerId().references(() => users.id),
    id: id(),
    tipo: text({ enum: ACCOUNT_LINK_KINDS }).notNull(),
    resumo: text().notNull(),
    /** The new address that is to be confirmed. */
    email: text(),
    expira_em: instant().notNull(),
    usado_em: instant(),
  },
  (t) => [
    primaryKey({ name: 'links_conta_pk', columns: [t.usuario_id, t.id] }),
    uniqueIndex('links_conta_resumo_unico').on(t.resumo),
    index('links_conta_vencidos').on(t.expira_em),
    check('links_conta_tipo_conhecido', inList(t.tipo, ACCOUNT_LINK_KINDS)),
    check('links_conta_com_email', sql`(${t.tipo} = 'confirmar_email') = (${t.email} IS NOT NULL)`),
  ],
);
