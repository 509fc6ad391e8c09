import { OUTSIDE_SERVICES, SERVICE_FAILURES } from '@esteira/domain/outside-services';
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { inList, instant } from '../columns';

/**
 * How the calls to an outside service went, minute by minute. Each server has rows of its own with all that it counted
 * of the minute so far, so that writing them again changes nothing.
 */
export const serviceCalls = pgTable(
  'chamadas_externas',
  {
    minuto: instant().notNull(),
    servico: text({ enum: OUTSIDE_SERVICES }).notNull(),
    servidor: uuid().notNull(),
    chamadas: integer().notNull(),
    falhas: integer().notNull(),
    /** Refused because there were too many, by the service or by our own limiter. */
    limitadas: integer().notNull(),
    mais_lenta_ms: integer().notNull(),
    /** Of the last failure in this minute. */
    falha_em: instant(),
    falha_motivo: text({ enum: SERVICE_FAILURES }),
    /** The name of the operation in the code. */
    falha_operacao: text(),
  },
  (t) => [
    primaryKey({ name: 'chamadas_externas_pk', columns: [t.minuto, t.servico, t.servidor] }),
    check('chamadas_externas_servico_conhecido', inList(t.servico, OUTSIDE_SERVICES)),
    check('chamadas_externas_motivo_conhecido', inList(t.falha_motivo, SERVICE_FAILURES)),
    check(
      'chamadas_externas_falha_inteira',
      sql`(${t.falha_em} IS NULL) = (${t.falha_motivo} IS NULL) AND (${t.falha_em} IS NULL) = (${t.falha_operacao} IS NULL)`,
    ),
  ],
);
