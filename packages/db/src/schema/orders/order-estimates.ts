import { COST_CODES, type CostCode } from '@esteira/domain/profit/costs/cost-term';
import { type CostFact, FACT_ORIGINS, MISSING_FACTS } from '@esteira/domain/profit/facts/cost-fact';
import { type SQL, sql } from 'drizzle-orm';
import { boolean, check, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, insertedAt, money, ownerId } from '../columns';
import { orders } from './orders';

/** A column for each kind of cost, of its name; null also where the amount is not known. */
const amountColumns = {
  tarifa_venda: money(),
  tarifa_fixa: money(),
  frete_vendedor: money(),
  parcelamento: money(),
  imposto: money(),
  ads: money(),
  embalagem: money(),
  outros: money(),
  fornecedor: money(),
} satisfies Record<CostCode, unknown>;

/** What the amounts were said by; null where there is no such fact. */
const sourceColumns = {
  tarifa_venda_fonte: text(),
  tarifa_fixa_fonte: text(),
  frete_vendedor_fonte: text(),
  parcelamento_fonte: text(),
  imposto_fonte: text(),
  ads_fonte: text(),
  embalagem_fonte: text(),
  outros_fonte: text(),
  fornecedor_fonte: text(),
} satisfies Record<SourceColumn, unknown>;

type SourceColumn = `${CostCode}_fonte`;

/** A charge is no estimate. */
const ESTIMATE_ORIGINS = FACT_ORIGINS.filter((origin) => origin !== 'fatura');

const listOf = (columns: readonly string[]): SQL => sql.raw(`ARRAY[${columns.join(', ')}]`);
const textsOf = (values: readonly string[]): SQL => sql.raw(`'{${values.join(',')}}'::text[]`);

/**
 * What an order was estimated to cost when nothing of its costs was known yet, mostly with its sale: all facts in one
 * row, which is never changed. Each is a fact like those of `custos_pedido`, which take it back by its id: that of the
 * order with the fact's place in the last byte. `fatos_custos_pedido` answers both. What is said of the costs later are
 * rows of `custos_pedido`.
 */
export const orderEstimates = pgTable(
  'estimativas_pedido',
  {
    usuario_id: ownerId(),
    pedido_id: uuid().notNull(),
    criado_em: insertedAt(),
    ...amountColumns,
    /** The freight is of a parcel that the seller brings. */
    entrega_propria: boolean().notNull().default(false),
    ...sourceColumns,
  },
  (t) => [
    primaryKey({ name: 'estimativas_pedido_pk', columns: [t.usuario_id, t.pedido_id] }),
    belongsTo('estimativas_pedido_fk', [t.usuario_id, t.pedido_id], orders),
    check(
      'estimativas_pedido_fontes',
      sql`estimativa_consistente(${listOf(COST_CODES)}, ${listOf(COST_CODES.map(toSourceColumn))},
        ${textsOf(ESTIMATE_ORIGINS)}, ${textsOf(MISSING_FACTS)})`,
    ),
    check('estimativas_pedido_entrega', sql`NOT entrega_propria OR frete_vendedor_fonte IS NOT NULL`),
  ],
);

/** The facts of an estimate as columns of `estimativas_pedido`; amounts in cents. */
export type Estimate = Partial<Record<CostCode, number | null>> &
  Partial<Record<SourceColumn, string>> & { entrega_propria: boolean };

/** Facts of which nothing was charged, at most one a code, as one row. */
export function toEstimate(facts: readonly CostFact[]): Estimate {
  const row: Estimate = { entrega_propria: facts.some(({ isSelfDelivered }) => isSelfDelivered) };
  for (const fact of facts) {
    row[fact.code] = fact.cents;
    row[toSourceColumn(fact.code)] = toSource(fact);
  }
  return row;
}

/** The column that says what the amount of a code was said by. */
export function toSourceColumn<Code extends CostCode>(code: Code): `${Code}_fonte` {
  return `${code}_fonte`;
}

/** The origin, and either why the amount is not known, or the rule and its first day. */
function toSource({ origin, missing, ruleId, ruleSince }: CostFact): string {
  return [origin, missing ?? ruleId, ruleSince].filter((part) => part !== null).join(' ');
}
