import { newId } from '@esteira/db/schema/columns';
import { toEstimate, toSourceColumn } from '@esteira/db/schema/orders/order-estimates';
import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import type { CostFact } from '@esteira/domain/profit/facts/cost-fact';
import { type SQL, sql } from 'drizzle-orm';

/** A row of `custos_pedido` as JSON; amounts in cents. */
interface FactRow {
  id: string;
  codigo: string;
  valor: number | null;
  falta: string | null;
  origem: string;
  cobrado: boolean;
  entrega_propria: boolean;
  regra_id: string | null;
  regra_desde: string | null;
  estorna_id: string | null;
  /** Who corrected it by hand. */
  ator_id?: string;
  pedido_id: string;
}

/** A fact as a new row. */
export function toFactRow(fact: CostFact, pedidoId: string): FactRow {
  return {
    pedido_id: pedidoId,
    id: newId(),
    codigo: fact.code,
    valor: fact.cents,
    falta: fact.missing,
    origem: fact.origin,
    cobrado: fact.charged,
    entrega_propria: fact.isSelfDelivered,
    regra_id: fact.ruleId,
    regra_desde: fact.ruleSince,
    estorna_id: null,
  };
}

/** The row that takes a fact back: its opposite. */
export function toReversal(fact: CostFact & { id: string }, pedidoId: string): FactRow {
  const row = toFactRow(fact, pedidoId);
  return { ...row, valor: fact.cents === null ? null : 0 - fact.cents, estorna_id: fact.id };
}

/** Writes rows, given as JSON text, to those of their orders that are in `from` (their `id`). */
export function insertFacts(usuarioId: SQL, json: SQL, from: SQL): SQL {
  return sql`
    INSERT INTO custos_pedido
      (usuario_id, pedido_id, id, codigo, valor, falta, origem, cobrado, entrega_propria, regra_id, regra_desde,
       estorna_id, ator_id)
    SELECT ${usuarioId}, pedido.id, c.id, c.codigo, c.valor, c.falta, c.origem, c.cobrado, c.entrega_propria, c.regra_id,
      c.regra_desde, c.estorna_id, c.ator_id
    FROM json_to_recordset(${json}::text::json) AS c (pedido_id uuid, id uuid, codigo text, valor bigint, falta text,
      origem text, cobrado boolean, entrega_propria boolean, regra_id text, regra_desde text, estorna_id uuid, ator_id uuid)
    JOIN ${from} ON c.pedido_id = pedido.id`;
}

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
