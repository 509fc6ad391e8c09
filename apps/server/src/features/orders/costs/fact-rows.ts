import { newId } from '@esteira/db/schema/columns';
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
  /** Where the rows are of several orders. */
  pedido_id?: string;
}

/** A fact as a new row. */
export function toFactRow(fact: CostFact, pedidoId?: string): FactRow {
  return {
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
    ...(pedidoId !== undefined && { pedido_id: pedidoId }),
  };
}

/** The row that takes a fact back: its opposite. */
export function toReversal(fact: CostFact & { id: string }, pedidoId: string): FactRow {
  const row = toFactRow(fact, pedidoId);
  return { ...row, valor: fact.cents === null ? null : 0 - fact.cents, estorna_id: fact.id };
}

/** Writes rows, given as JSON text, to the orders in `from` (their `id`); one that names its order goes to that alone. */
export function insertFacts(usuarioId: SQL, json: SQL, from: SQL): SQL {
  return sql`
    INSERT INTO custos_pedido
      (usuario_id, pedido_id, id, codigo, valor, falta, origem, cobrado, entrega_propria, regra_id, regra_desde,
       estorna_id, ator_id)
    SELECT ${usuarioId}, pedido.id, c.id, c.codigo, c.valor, c.falta, c.origem, c.cobrado, c.entrega_propria, c.regra_id,
      c.regra_desde, c.estorna_id, c.ator_id
    FROM json_to_recordset(${json}::text::json) AS c (pedido_id uuid, id uuid, codigo text, valor bigint, falta text,
      origem text, cobrado boolean, entrega_propria boolean, regra_id text, regra_desde text, estorna_id uuid, ator_id uuid)
    JOIN ${from} ON c.pedido_id IS NULL OR c.pedido_id = pedido.id`;
}
