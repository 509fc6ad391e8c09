import type { Database } from '@esteira/db/database';
import { orderCosts } from '@esteira/db/schema/order-costs';
import { orders } from '@esteira/db/schema/orders';
import { users } from '@esteira/db/schema/users';
import { fromCents, toCents } from '@esteira/domain/money';
import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import { type CostFact, isWithoutLine, sumFacts } from '@esteira/domain/profit/facts/cost-fact';
import { toMargin } from '@esteira/domain/profit/quote';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import type { OrderCost, OrderCostEntry, OrderCosts } from '@esteira/validators/order-costs';
import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { isEntityId } from '../../../core/ids';
import { getFeeTable } from '../../costs/rules/fee-table';
import { nameRule } from '../../costs/rules/name-rule';
import { orderNotFound } from '../queries';
import { readEstimate } from './estimate-orders';

/**
 * What an order cost and leaves, line by line, with every row behind it. Of an order whose costs nobody looked at yet
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
  const [table, rows] = await Promise.all([getFeeTable(db), listRows(db, usuarioId, id)]);
  const reversed = new Set(rows.map(({ estorna_id }) => estorna_id));
  const held = rows.filter((row) => row.estorna_id === null && !reversed.has(row.id)).map(toFact);
  const facts = rows.length > 0 ? held : await readEstimate(db, usuarioId, id);
  return {
    ...toTotals(order.preco_venda, facts),
    gravado: rows.length > 0,
    linhas: sortByCode(facts.filter((fact) => !isWithoutLine(fact))).map((fact) => toLine(table, fact)),
    lancamentos: rows.map((row) => toEntry(table, row)),
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

type Row = typeof orderCosts.$inferSelect & { ator_nome: string | null };

const listRows = (db: Database, usuarioId: string, id: string): Promise<Row[]> =>
  db
    .select({ ...getTableColumns(orderCosts), ator_nome: users.nome })
    .from(orderCosts)
    .leftJoin(users, eq(users.id, orderCosts.ator_id))
    .where(and(eq(orderCosts.usuario_id, usuarioId), eq(orderCosts.pedido_id, id)))
    .orderBy(asc(orderCosts.id));

function toFact(row: Row): CostFact {
  return {
    code: row.codigo,
    cents: row.valor === null ? null : toCents(row.valor),
    origin: row.origem,
    charged: row.cobrado,
    isSelfDelivered: row.entrega_propria,
    ruleId: row.regra_id,
    ruleSince: row.regra_desde,
    missing: row.falta,
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

const toEntry = (table: FeeTable, row: Row): OrderCostEntry => ({
  ...toLine(table, toFact(row)),
  id: row.id,
  estorno: row.estorna_id !== null,
  criado_em: row.criado_em,
  ator_nome: row.ator_nome,
});
