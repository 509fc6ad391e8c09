import { PAYMENT_STATUSES } from '@esteira/domain/payment-status';
import { PLAN_IDS } from '@esteira/domain/plans';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, inList, instant, money, ownerId } from './columns';
import { users } from './users';

/** Attempts to pay a plan. Of the card only brand and last four digits are kept. */
export const payments = pgTable(
  'pagamentos',
  {
    usuario_id: ownerId().references(() => users.id),
    id: id(),
    status: text({ enum: PAYMENT_STATUSES }).notNull(),
    plano: text({ enum: PLAN_IDS }).notNull(),
    valor: money().notNull(),
    parcelas: integer().notNull(),
    bandeira: text().notNull(),
    ultimos_digitos: text().notNull(),
    id_externo: text(),
    /** Why Mercado Pago refused it, as the payer reads it. */
    motivo_recusa: text(),
    chave_idempotencia: text().notNull(),
    /** Keyed digest of the submission: tells a retry from another submission under the same key. */
    resumo_pedido: text().notNull(),
    valido_ate: instant(),
    /** When Mercado Pago last announced a change that has not been read yet. */
    avisado_em: instant(),
    data_pagamento: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'pagamentos_pk', columns: [t.usuario_id, t.id] }),
    uniqueIndex('pagamentos_chave_unica').on(t.usuario_id, t.chave_idempotencia),
    index('pagamentos_recentes').on(t.id),
    index('pagamentos_pendentes').on(t.id).where(sql`status = 'pendente'`),
    index('pagamentos_avisados').on(t.avisado_em).where(sql`avisado_em IS NOT NULL`),
    index('pagamentos_externos').on(t.id_externo),
    check('pagamentos_valor_positivo', sql`${t.valor} > 0`),
    check('pagamentos_parcelas_validas', sql`${t.parcelas} BETWEEN 1 AND 3`),
    check('pagamentos_ultimos_digitos', sql`${t.ultimos_digitos} ~ '^[0-9]{4}$'`),
    check('pagamentos_plano_conhecido', inList(t.plano, PLAN_IDS)),
    check('pagamentos_status_conhecido', inList(t.status, PAYMENT_STATUSES)),
  ],
);
