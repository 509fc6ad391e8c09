import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/users';
import { accountId, inList, insertedAt, instant, ownerId } from '../columns';
import { belongsToAccount } from './marketplace-accounts';

/** `reconectar`: the marketplace takes the tokens no more; the seller must consent again. */
export const CONNECTION_STATUSES = ['conectado', 'reconectar'] as const;

/**
 * How Mercado Livre keeps an account's listings: with a product of the seller behind several, each by itself, or with a
 * product whose units are at depots.
 */
const LISTING_MODELS = ['user_product', 'classic', 'depots'] as const;

/**
 * A seller's account on a real marketplace. Tokens are encrypted (AES-256-GCM, bound to the row) and renewed by
 * one holder of a lease at a time, because Mercado Livre's refresh token works once.
 */
export const connections = pgTable(
  'conexoes',
  {
    usuario_id: ownerId().references(() => users.id),
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    conta_id: accountId(),
    vendedor_id: text().notNull(),
    conta_nome: text().notNull(),
    modelo_anuncio: text({ enum: LISTING_MODELS }),
    token_acesso: text().notNull(),
    token_renovacao: text().notNull(),
    /** The one before, kept because the answer to a renewal can be lost. */
    token_renovacao_anterior: text(),
    /** When the tokens were sealed last; null: before this was noted. */
    seladas_em: instant(),
    expira_em: instant().notNull(),
    status: text({ enum: CONNECTION_STATUSES }).notNull().default('conectado'),
    motivo: text(),
    conectado_em: insertedAt(),
    /** Orders changed up to here have been read; the next poll looks back over it. */
    pedidos_lidos_ate: instant(),
    /** When its orders are looked for next; moved on by whoever enqueues a look. Never yet: the epoch, so it comes first. */
    proxima_leitura_em: instant().notNull().default(sql`'epoch'`),
    /** Looks that failed one after another: each makes the pause before the next one longer. */
    leituras_falhas: integer().notNull().default(0),
    /** The marketplace refused buyers' data for want of a role: it is not asked for them before then. */
    sem_dados_pessoais_ate: instant(),
    /** When the wide sweep and the missed notifications were last looked through. */
    varrido_em: instant(),
    perdidas_lidas_em: instant(),
    conferido_em: instant(),
    /** New with every change that a screen shows (a trigger sets it). */
    mudanca_id: uuid(),
  },
  (t) => [
    primaryKey({ name: 'conexoes_pk', columns: [t.usuario_id, t.marketplace, t.conta_id] }),
    belongsToAccount('conexoes_conta_fk', t),
    // One account of a marketplace belongs to one seller here: its orders can only go to one.
    uniqueIndex('conexoes_conta_unica').on(t.marketplace, t.vendedor_id),
    index('conexoes_por_leitura').on(t.proxima_leitura_em).where(sql`status = 'conectado'`),
    check('conexoes_marketplace_conhecido', inList(t.marketplace, MARKETPLACES)),
    check('conexoes_status_conhecido', inList(t.status, CONNECTION_STATUSES)),
    check('conexoes_modelo_conhecido', inList(t.modelo_anuncio, LISTING_MODELS)),
  ],
);

/** Consents that were begun and not yet answered; `estado` is a digest of the `state` parameter. */
export const authorizations = pgTable('autorizacoes', {
  estado: text().primaryKey(),
  usuario_id: ownerId().references(() => users.id),
  marketplace: text({ enum: MARKETPLACES }).notNull(),
  /** The account that is to be connected again; null: whichever comes. */
  conta_id: smallint(),
  /** PKCE's verifier, encrypted. */
  verificador: text().notNull(),
  expira_em: instant().notNull(),
});
