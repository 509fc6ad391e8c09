import { PLAN_IDS } from '@esteira/domain/billing/plans';
import { isNotNull, sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users';
import { id, inList, insertedAt, instant, money, ownerId } from '../columns';

/**
 * Where an automatic renewal stands. `iniciando` and `encerrando`: the gateway was asked and has not answered yet;
 * `falhou`: it goes on, but the last charge was refused.
 */
export const RENEWAL_STATES = ['iniciando', 'ligada', 'falhou', 'encerrando', 'encerrada'] as const;

/** Automatic renewals of plans, of which a user has one at a time. Of the card only brand and last digits are kept. */
export const renewals = pgTable(
  'renovacoes',
  {
    usuario_id: ownerId().references(() => users.id),
    id: id(),
    situacao: text({ enum: RENEWAL_STATES }).notNull(),
    plano: text({ enum: PLAN_IDS }).notNull(),
    /** What each charge costs, whatever the plan's price becomes. */
    valor: money().notNull(),
    bandeira: text().notNull(),
    ultimos_digitos: text().notNull(),
    /** The subscription at the gateway. */
    id_externo: text(),
    proxima_cobranca: instant().notNull(),
    /** When Mercado Pago last announced a change that has not been read yet; of one that has ended: when it is read again. */
    avisado_em: instant(),
    /** When it was last read: what is not announced is found by a look a day. */
    conferido_em: instant(),
    /** The key under which it was turned on, and a keyed digest of that submission. */
    chave_idempotencia: text(),
    resumo_pedido: text(),
    criado_em: insertedAt(),
  },
  (t) => [
    primaryKey({ name: 'renovacoes_pk', columns: [t.usuario_id, t.id] }),
    uniqueIndex('renovacoes_uma_por_usuario').on(t.usuario_id).where(sql`situacao <> 'encerrada'`),
    uniqueIndex('renovacoes_externo_unico').on(t.id_externo),
    uniqueIndex('renovacoes_chave_unica').on(t.usuario_id, t.chave_idempotencia),
    index('renovacoes_avisadas').on(t.avisado_em).where(isNotNull(t.avisado_em)),
    index('renovacoes_abertas').on(t.id).where(sql`situacao <> 'encerrada'`),
    check('renovacoes_ultimos_digitos', sql`${t.ultimos_digitos} ~ '^[0-9]{4}$'`),
    check('renovacoes_plano_conhecido', inList(t.plano, PLAN_IDS)),
    check('renovacoes_situacao_conhecida', inList(t.situacao, RENEWAL_STATES)),
  ],
);
