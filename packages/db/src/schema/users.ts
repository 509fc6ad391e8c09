import { PLAN_IDS } from '@esteira/domain/plans';
import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, inList, instant } from './columns';

export const users = pgTable(
  'usuarios',
  {
    id: id().primaryKey(),
    nome: text().notNull(),
    email: text().notNull(),
    senha_hash: text().notNull(),
    plano: text({ enum: PLAN_IDS }),
    data_expiracao: instant(),
    is_admin: boolean().notNull().default(false),
    ativo: boolean().notNull().default(true),
    criado_em: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('usuarios_email_unico').on(t.email),
    index('usuarios_admins').on(t.id).where(sql`is_admin`),
    check('usuarios_email_normalizado', sql`${t.email} = lower(trim(${t.email}))`),
    check('usuarios_plano_conhecido', inList(t.plano, PLAN_IDS)),
    check('usuarios_plano_com_validade', sql`(${t.plano} IS NULL) = (${t.data_expiracao} IS NULL)`),
  ],
);
