import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users';
import { id, insertedAt, instant, ownerId } from '../columns';

/** Deleted rows stay (`excluido_em`) without their personal data, so that orders keep a valid reference. */
export const suppliers = pgTable(
  'fornecedores',
  {
    usuario_id: ownerId().references(() => users.id),
    id: id(),
    nome: text().notNull(),
    contato: text(),
    email: text(),
    telefone: text(),
    dados_pagamento: text(),
    /** Made by 'Preencher com dados de exemplo', and taken away with the examples. */
    exemplo: boolean().notNull().default(false),
    criado_em: insertedAt(),
    atualizado_em: insertedAt(),
    excluido_em: instant(),
  },
  (t) => [
    primaryKey({ name: 'fornecedores_pk', columns: [t.usuario_id, t.id] }),
    check('fornecedores_nome_presente', sql`${t.nome} <> ''`),
  ],
);
