import type { Database } from '@esteira/db/database';
import { orders } from '@esteira/db/schema/orders/orders';
import { fromCents, toCents } from '@esteira/domain/money';
import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import { type CostFact, isWithoutLine, sumFacts } from '@esteira/domain/profit/facts/cost-fact';
import { toMargin } from '@esteira/domain/profit/quote';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import type { OrderCost, OrderCostEntry, OrderCosts } from '@esteira/validators/costs/order-costs';
import { and, eq } from 'drizzle-orm';
import { orderNotFound } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';
import { getFeeTable } from '../rules/fee-table';
import { nameRule } from '../rules/name-rule';
import { readEstimate } from './estimate-orders';
import { listFacts, type StoredFact, selectHeld } from './stored-facts';

/**
 * What an order cost and leaves, line by line, with every fact behind it. Of an order whose costs were not estimated yet
 * it is computed now, and nothing is written. Fails with `not_found`.
 */
export async function getOrderCosts(db: Database, usuarioId: string, id: string): Promise<OrderCosts> {
  const [order] = isEntityId(id)
    ? await db
        .select({ preco_venda: orders.preco_venda })
        .from(orders)
        .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, id)))
    : [];
  if (order === undefined) throw orderNotFound();
  const [table, stored] = await Promise.all([getFeeTable(db), listFacts(db, usuarioId, [id])]);
  const facts = stored.length > 0 ? selectHeld(stored) : await readEstimate(db, usuarioId, id);
  return {
    ...toTotals(order.preco_venda, facts),
    gravado: stored.length > 0,
    linhas: sortByCode(facts.filter((fact) => !isWithoutLine(fact))).map((fact) => toLine(table, fact)),
    lancamentos: stored.map((fact) => toEntry(table, fact)),
  };
}

function toTotals(preco_venda: number, facts: readonly CostFact[]) {
  const { cents, charged } = sumFacts(facts);
  const price = toCents(preco_venda);
  const net = cents === null ? null : price - cents;
  return {
    preco_venda,
    custos: cents === null ? null : fromCents(cents),
    liquido: net === null ? null : fromCents(net),
    margem: toMargin(net, price),
    cobrado: charged,
  };
}

const sortByCode = (facts: readonly CostFact[]): CostFact[] =>
  [...facts].sort((a, b) => COST_CODES.indexOf(a.code) - COST_CODES.indexOf(b.code));

function toLine(table: FeeTable, fact: CostFact): OrderCost {
  return {
    codigo: fact.code,
    valor: fact.cents === null ? null : fromCents(fact.cents),
    falta: fact.missing,
    origem: fact.origin,
    cobrado: fact.charged,
    regra: fact.ruleId === null ? null : nameRule(table, fact.ruleId, fact.ruleSince),
  };
}

const toEntry = (table: FeeTable, fact: StoredFact): OrderCostEntry => ({
  ...toLine(table, fact),
  id: fact.id,
  estorno: fact.reverses !== null,
  criado_em: fact.at,
  ator_nome: fact.actorName,
});
