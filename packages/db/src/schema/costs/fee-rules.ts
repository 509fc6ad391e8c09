import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { CONFIDENCES, FEE_KINDS } from '@esteira/domain/profit/rules/fee-rule';
import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users';
import { id, inList, insertedAt } from '../columns';

/**
 * Rules of fees that admins added to those that ship with the product. A newer one ends what it replaces
 * (docs/decisions/0036-net-profit.md); rows are never changed, and only those that have not begun are taken out.
 */
export const feeRules = pgTable(
  'regras_tarifa',
  {
    id: id().primaryKey(),
    /** In the order in which they were added; orders and the audit name the rule by it, so none is used twice. */
    numero: integer().notNull().generatedByDefaultAsIdentity().unique('regras_tarifa_numero'),
    tipo: text({ enum: FEE_KINDS }).notNull(),
    /** Null: a tax, whatever the marketplace. */
    marketplace: text({ enum: MARKETPLACES }),
    /** Days of America/Sao_Paulo, both included. */
    vale_de: date({ mode: 'string' }).notNull(),
    vale_ate: date({ mode: 'string' }),
    confianca: text({ enum: CONFIDENCES }).notNull(),
    /** Where it was read: in words, and the address of the page. */
    fonte: text().notNull(),
    endereco: text().notNull(),
    /** Whom it applies to and what it takes, as it is sent: amounts in reais, shares in percent. */
    dados: jsonb().$type<Record<string, unknown>>().notNull(),
    criado_por: uuid().references(() => users.id, { onDelete: 'set null' }),
    criado_em: insertedAt(),
  },
  (t) => [
    index('regras_tarifa_por_autor').on(t.criado_por),
    check('regras_tarifa_tipo', inList(t.tipo, FEE_KINDS)),
    check('regras_tarifa_marketplace', inList(t.marketplace, MARKETPLACES)),
    check('regras_tarifa_confianca', inList(t.confianca, CONFIDENCES)),
    check('regras_tarifa_dias', sql`${t.vale_ate} >= ${t.vale_de}`),
  ],
);
