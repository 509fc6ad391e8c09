import { PLAN_IDS } from '@esteira/domain/billing/plans';
import { isNotNull, sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, inList, insertedAt, instant } from '../columns';

export const users = pgTable(
  'usuarios',
  {
    id: id().primaryKey(),
    nome: text().notNull(),
    /** What suppliers and labels name as who sells; null: they name the person. */
    nome_loja: text(),
    email: text().notNull(),
    senha_hash: text().notNull(),
    plano: text({ enum: PLAN_IDS }),
    data_expiracao: instant(),
    is_admin: boolean().notNull().default(false),
    ativo: boolean().notNull().default(true),
    criado_em: insertedAt(),
    /** When the account is deleted, as its user asked for; null again once everything of it is gone. */
    exclusao_em: instant(),
    /** Since when it is deleted: nothing leads back, and what is left of it is being removed. */
    apagado_em: instant(),
    /** Since when its password, as it was typed at a sign-in, is known to break a rule. */
    senha_fraca_desde: instant(),
    /** When it was last replaced; null: it is that of when the account was made. */
    senha_trocada_em: instant(),
  },
  (t) => [
    uniqueIndex('usuarios_email_unico').on(t.email),
    index('usuarios_admins').on(t.id).where(sql`is_admin`),
    index('usuarios_em_exclusao').on(t.exclusao_em).where(isNotNull(t.exclusao_em)),
    check('usuarios_apagado_inativo', sql`${t.apagado_em} IS NULL OR NOT ${t.ativo}`),
    check('usuarios_email_normalizado', sql`${t.email} = lower(trim(${t.email}))`),
    check('usuarios_plano_conhecido', inList(t.plano, PLAN_IDS)),
    check('usuarios_plano_com_validade', sql`(${t.plano} IS NULL) = (${t.data_expiracao} IS NULL)`),
  ],
);

/** Who sells, as suppliers and labels name them: the shop, or the person where it has no name. */
export const sellerName = sql<string>`coalesce(${users.nome_loja}, ${users.nome})`;
