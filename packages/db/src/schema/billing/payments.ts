import { PAYMENT_METHODS, PAYMENT_STATUSES } from '@esteira/domain/billing/payment-status';
import { PLAN_IDS } from '@esteira/domain/billing/plans';
import { isNotNull, sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users';
import { areBetween, id, inList, insertedAt, instant, money, ownerId } from '../columns';

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
    meio: text({ enum: PAYMENT_METHODS }).notNull().default('cartao'),
    /** Of a card alone. */
    bandeira: text(),
    ultimos_digitos: text(),
    /** What the payer's bank reads, and until when. */
    pix_codigo: text(),
    pix_expira_em: instant(),
    id_externo: text(),
    /** Why Mercado Pago refused it, as the payer reads it. */
    motivo_recusa: text(),
    chave_idempotencia: text().notNull(),
    /** Keyed digest of the submission: tells a retry from another submission under the same key. */
    resumo_pedido: text().notNull(),
    valido_ate: instant(),
    /** When Mercado Pago last announced a change that has not been read yet. */
    avisado_em: instant(),
    /** When Mercado Pago last announced anything about it. */
    notificado_em: instant(),
    /** Of an approved one: when it was last looked up, because its money may go back without a notification. */
    conferido_em: instant(),
    /** Since when it is known to be paid otherwise than it was asked for: a person has to look. */
    divergente_em: instant(),
    /** A refund that an admin asked for: why, when and who. */
    motivo_estorno: text(),
    estorno_pedido_em: instant(),
    estorno_pedido_por: uuid().references(() => users.id),
    /** When the money went back. */
    devolvido_em: instant(),
    /** The automatic renewal that charged it. */
    renovacao_id: uuid(),
    data_pagamento: insertedAt(),
  },
  (t) => [
    primaryKey({ name: 'pagamentos_pk', columns: [t.usuario_id, t.id] }),
    uniqueIndex('pagamentos_chave_unica').on(t.usuario_id, t.chave_idempotencia),
    index('pagamentos_recentes').on(t.id),
    index('pagamentos_pendentes').on(t.id).where(sql`status = 'pendente'`),
    index('pagamentos_avisados').on(t.avisado_em).where(isNotNull(t.avisado_em)),
    index('pagamentos_a_conferir').on(t.conferido_em).where(sql`status = 'aprovado'`),
    // The gateway's charge is one payment, whatever arrives and however often.
    uniqueIndex('pagamentos_externo_unico').on(t.id_externo),
    // Two open Pix could both be paid.
    uniqueIndex('pagamentos_um_pix_aberto').on(t.usuario_id).where(sql`meio = 'pix' AND status = 'pendente'`),
    index('pagamentos_estornos_pedidos')
      .on(t.id)
      .where(sql`status = 'aprovado' AND estorno_pedido_em IS NOT NULL`),
    check('pagamentos_valor_positivo', sql`${t.valor} > 0`),
    check('pagamentos_parcelas_validas', areBetween(1, 3, [t.parcelas])),
    check('pagamentos_ultimos_digitos', sql`${t.ultimos_digitos} ~ '^[0-9]{4}$'`),
    check('pagamentos_meio_conhecido', inList(t.meio, PAYMENT_METHODS)),
    check(
      'pagamentos_cartao_identificado',
      // Neither where the payer's account was deleted.
      sql`(${t.bandeira} IS NULL) = (${t.ultimos_digitos} IS NULL) AND (${t.meio} = 'cartao' OR ${t.bandeira} IS NULL)`,
    ),
    check('pagamentos_pix_com_prazo', sql`(${t.pix_codigo} IS NULL) = (${t.pix_expira_em} IS NULL)`),
    check('pagamentos_plano_conhecido', inList(t.plano, PLAN_IDS)),
    check('pagamentos_status_conhecido', inList(t.status, PAYMENT_STATUSES)),
  ],
);
