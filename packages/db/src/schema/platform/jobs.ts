import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { JOB_SITUATIONS } from '@esteira/validators/administration/admin';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accountId, id, inList, insertedAt, instant, ownerId } from '../columns';

export type JobSituation = (typeof JOB_SITUATIONS)[number];

/** Jobs that no worker has, and that one will take. */
export const WAITING_SITUATIONS = ['na_fila', 'tentando', 'aguardando'] as const satisfies JobSituation[];

/** For conditions of indices and of the statements that use them. A job that failed stays for the admin to see. */
export const IS_OPEN_JOB = sql`situacao <> 'falhou'`;
export const IS_NEW_JOB = sql`situacao = 'na_fila'`;

/**
 * Background jobs that are not done; one that is done is deleted. `na_fila`: not tried yet; `tentando`: tried again
 * later; `aguardando`: for the seller to connect the account; `falhou`: only an admin brings it back.
 */
export const jobs = pgTable(
  'tarefas',
  {
    id: id().primaryKey(),
    tipo: text().notNull(),
    /** Of those with one key only one may be `na_fila`. */
    chave: text().notNull(),
    usuario_id: ownerId(),
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    conta_id: accountId(),
    /** Seller and account as one value, by which workers go from account to account. */
    conta: text().notNull().generatedAlwaysAs(sql`usuario_id::text || ':' || marketplace || ':' || conta_id`),
    dados: jsonb().$type<Record<string, unknown>>().notNull(),
    situacao: text({ enum: JOB_SITUATIONS }).notNull().default('na_fila'),
    /** Not before; of a running job: when its worker counts as killed and another one takes it. */
    devida_em: insertedAt(),
    na_fila_desde: insertedAt(),
    /** When the worker that has it took it; only that worker may finish it. */
    tomada_em: instant(),
    /** Tries that failed. */
    tentativas: integer().notNull().default(0),
    /** Those of them that count towards giving up. */
    falhas: integer().notNull().default(0),
    /** Workers that were killed or did not finish in time. */
    quedas: integer().notNull().default(0),
    /** Why the last try failed, one Portuguese sentence without personal data. */
    mensagem: text(),
  },
  (t) => [
    uniqueIndex('tarefas_na_fila').on(t.tipo, t.chave).where(IS_NEW_JOB),
    index('tarefas_devidas').on(t.tipo, t.devida_em).where(IS_OPEN_JOB),
    index('tarefas_por_conta').on(t.tipo, t.conta, t.devida_em).where(IS_OPEN_JOB),
    check('tarefas_marketplace', inList(t.marketplace, MARKETPLACES)),
    check('tarefas_situacao', inList(t.situacao, JOB_SITUATIONS)),
    check('tarefas_tomada', sql`(${t.situacao} = 'em_andamento') = (${t.tomada_em} IS NOT NULL)`),
  ],
);
