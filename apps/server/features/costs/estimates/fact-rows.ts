import type { orderCosts } from '@esteira/db/schema/orders/order-costs';
import { type orderEstimates, toEstimate } from '@esteira/db/schema/orders/order-estimates';
import { fromCents } from '@esteira/domain/money';
import type { CostFact } from '@esteira/domain/profit/facts/cost-fact';

type FactRow = typeof orderCosts.$inferInsert;

interface OrderKey {
  usuarioId: string;
  pedidoId: string;
}

const toReais = (cents: number | null) => (cents === null ? null : fromCents(cents));

/** A fact as a new row of `custos_pedido`. */
export function toFactRow(fact: CostFact, { usuarioId, pedidoId }: OrderKey): FactRow {
  return {
    usuario_id: usuarioId,
    pedido_id: pedidoId,
    codigo: fact.code,
    valor: toReais(fact.cents),
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

/** The first facts of an order, none of them charged, as a new row of `estimativas_pedido`. */
export function toEstimateRow(
  facts: readonly CostFact[],
  { usuarioId, pedidoId }: OrderKey,
): typeof orderEstimates.$inferInsert {
  const amounts = facts.map(({ code, cents }) => [code, toReais(cents)]);
  const key = { usuario_id: usuarioId, pedido_id: pedidoId };
  return { ...key, ...toEstimate(facts), ...Object.fromEntries(amounts) };
}
