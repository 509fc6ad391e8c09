import type { orderCosts } from '@esteira/db/schema/orders/order-costs';
import { toEstimate, toSourceColumn } from '@esteira/db/schema/orders/order-estimates';
import { fromCents } from '@esteira/domain/money';
import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import type { CostFact } from '@esteira/domain/profit/facts/cost-fact';
import { type SQL, sql } from 'drizzle-orm';

type FactRow = typeof orderCosts.$inferInsert;

interface OrderKey {
  usuarioId: string;
  pedidoId: string;
}

/** A fact as a new row of `custos_pedido`. */
export function toFactRow(fact: CostFact, { usuarioId, pedidoId }: OrderKey): FactRow {
  return {
    usuario_id: usuarioId,
    pedido_id: pedidoId,
    codigo: fact.code,
    valor: fact.cents === null ? null : fromCents(fact.cents),
    falta: fact.missing,
    origem: fact.origin,
    cobrado: fact.charged,
    entrega_propria: fact.isSelfDelivered,
    regra_id: fact.ruleId,
    regra_desde: fact.ruleSince,
  };
}

/** The row that takes a fact back: its opposite. */
export const toReversal = (fact: CostFact & { id: string }, order: OrderKey): FactRow => ({
  ...toFactRow({ ...fact, cents: fact.cents === null ? null : 0 - fact.cents }, order),
  estorna_id: fact.id,
});

/** The first facts of an order, none of them charged, as JSON of a row of `estimativas_pedido`. */
export function toEstimateRow(facts: readonly CostFact[], pedidoId?: string) {
  return { ...toEstimate(facts), ...(pedidoId !== undefined && { pedido_id: pedidoId }) };
}

const AMOUNTS = COST_CODES.map((code) => sql.identifier(code));
const SOURCES = COST_CODES.map((code) => sql.identifier(toSourceColumn(code)));
const listTyped = (columns: typeof AMOUNTS, type: string) =>
  sql.join(
    columns.map((column) => sql`${column} ${sql.raw(type)}`),
    sql`, `,
  );
const ESTIMATED = sql.join([...AMOUNTS, ...SOURCES, sql`entrega_propria`], sql`, `);
const ESTIMATE_ROW = sql`pedido_id uuid, ${listTyped(AMOUNTS, 'bigint')}, ${listTyped(SOURCES, 'text')}, entrega_propria boolean`;

/** Writes estimates, given as JSON text, to the orders in `from`; one that names no order goes to all of them. */
export function insertEstimates(usuarioId: SQL, json: SQL, from: SQL): SQL {
  return sql`
    INSERT INTO estimativas_pedido (usuario_id, pedido_id, ${ESTIMATED})
    SELECT ${usuarioId}, pedido.id, ${ESTIMATED} FROM json_to_recordset(${json}::text::json) AS c (${ESTIMATE_ROW})
    JOIN ${from} ON c.pedido_id IS NULL OR c.pedido_id = pedido.id`;
}
