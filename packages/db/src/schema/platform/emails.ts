import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, inList, instant } from '../columns';

/** What an e-mail is about. */
export const EMAIL_KINDS = [
  'redefinir_senha',
  'senha_alterada',
  'confirmar_email',
  'email_alterado',
  'convite_equipe',
  'saida_equipe',
  'exclusao_marcada',
  'conta_apagada',
  'duas_etapas_alterada',
  'sessoes_encerradas',
  'aparelho_novo',
  'leitura_incomum',
] as const;

/** `descartado`: without a recipient, refused for good, or too late to be of use. */
export const EMAIL_STATES = ['na_fila', 'enviado', 'descartado'] as const;

/**
 * E-mails that are to be sent, written with the change that they tell of. The recipient may have no account, so they
 * belong to no account; what they say is sealed, and erased once it is of no more use.
 */
export const emails = pgTable(
  'emails',
  {
    id: id().primaryKey(),
    tipo: text({ enum: EMAIL_KINDS }).notNull(),
    situacao: text({ enum: EMAIL_STATES }).notNull().default('na_fila'),
    conteudo: text(),
    criado_em: instant().notNull(),
    /** Not before; while somebody sends it, until when they may. */
    proxima_tentativa: instant().notNull(),
    tentativas: integer().notNull().default(0),
    /** Afterwards it is of no more use to its reader. */
    desistir_em: instant().notNull(),
  },
  (t) => [
    index('emails_na_fila').on(t.proxima_tentativa).where(sql`situacao = 'na_fila'`),
    index('emails_encerrados').on(t.criado_em).where(sql`situacao <> 'na_fila'`),
    check('emails_tipo_conhecido', inList(t.tipo, EMAIL_KINDS)),
    check('emails_situacao_conhecida', inList(t.situacao, EMAIL_STATES)),
    check('emails_sem_conteudo', sql`(${t.situacao} = 'na_fila') = (${t.conteudo} IS NOT NULL)`),
  ],
);
