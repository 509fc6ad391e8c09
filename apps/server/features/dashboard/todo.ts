import type { Database } from '@esteira/db/database';
import { NOW, total } from '@esteira/db/expressions';
import { IS_LINE_OF_ORDER, orderLines } from '@esteira/db/schema/orders/order-lines';
import { dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import { deadlineOf, orders } from '@esteira/db/schema/orders/orders';
import { products } from '@esteira/db/schema/products/products';
import { fromCents } from '@esteira/domain/money';
import { type OrderStatus, UNSHIPPED_STATUSES } from '@esteira/domain/orders/order-machine';
import type { DashboardTodo } from '@esteira/validators/dashboards/dashboard';
import { and, asc, eq, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { MarginFall } from '../costs/margins/fallen-margins';
import { IS_HELD } from '../orders/attention/hold';
import { isToPay, JOINED, LINE_TOOK, STEPS_OF_LINE } from '../orders/parts/open-parts';

const { usuario_id, status, pedidos, receita, lucro } = dailySummaries;

/**
 * What waits for the seller, exact as of now: read from the summaries and from indices that hold only what waits. Steps leave
 * out orders that are held back: those are among the ones that require attention.
 */
export async function getTodo(
  db: Database,
  usuarioId: string,
  falls: readonly MarginFall[],
): Promise<DashboardTodo> {
  const [waiting, rest] = await Promise.all([countByStatus(db, usuarioId), readRest(db, usuarioId)]);
  const by = new Map(waiting.map((row) => [row.status, row]));
  const count = (status: OrderStatus) => by.get(status)?.pedidos ?? 0;
  return {
    aprovar: count('pendente'),
    enviar: count('aprovado'),
    pagar: count('enviado_fornecedor'),
    pagar_valor: fromCents(by.get('enviado_fornecedor')?.custo ?? 0),
    despachar: count('pago'),
    cancelados: count('cancelado'),
    ...rest,
    margem_caiu: falls.reduce((total, { ids }) => total + ids.length, 0),
    margem_caiu_em: falls[0]?.dia ?? null,
    margem_minima: falls[0]?.margem_minima ?? null,
  };
}

/**
 * Orders by status, and what they cost at the supplier in cents; without those that are held back. Those
 * of `enviado_fornecedor` are what is to be paid.
 */
function countByStatus(db: Database, usuarioId: string) {
  const all = db
    .select({
      status,
      pedidos: sql<number>`${pedidos}`.as('n'),
      custo: sql<number>`${receita} - ${lucro}`.as('c'),
    })
    .from(dailySummaries)
    .where(and(eq(usuario_id, usuarioId), inArray(status, [...UNSHIPPED_STATUSES, 'cancelado'])));
  const held = db
    .select({
      status: orders.status,
      pedidos: sql<number>`-1`.as('n'),
      custo: sql<number>`-${orders.preco_fornecedor}`.as('c'),
    })
    .from(orders)
    .where(and(eq(orders.usuario_id, usuarioId), inArray(orders.status, UNSHIPPED_STATUSES), IS_HELD));
  const counted = unionAll(all, held, countParts(db, usuarioId)).as('counted');
  return db
    .select({ status: counted.status, pedidos: total(counted.pedidos), custo: total(counted.custo) })
    .from(counted)
    .groupBy(counted.status);
}

/**
 * Of each order of several lines, what there is to pay once its suppliers' parts are told apart, less what its own status
 * counts: a part that went ahead is to be paid before the order is sent, and no more once it was paid.
 */
function countParts(db: Database, usuarioId: string) {
  const toPay = isToPay(LINE_TOOK);
  const toPayCents = total(orderLines.preco_fornecedor, toPay);
  const isSent = eq(orders.status, 'enviado_fornecedor');
  return db
    .select({
      status: sql<OrderStatus>`'enviado_fornecedor'`.as('status'),
      pedidos: sql<number>`bool_or(${toPay})::int - (${isSent})::int`.as('n'),
      custo: sql<number>`${toPayCents} - ${orders.preco_fornecedor} * (${isSent})::int`.as('c'),
    })
    .from(orders)
    .innerJoin(orderLines, IS_LINE_OF_ORDER)
    .leftJoin(STEPS_OF_LINE.enviado, JOINED.enviado)
    .leftJoin(STEPS_OF_LINE.pago, JOINED.pago)
    .where(
      and(
        ...[eq(orders.usuario_id, usuarioId), isNotNull(orders.outros_itens), not(IS_HELD)],
        inArray(orders.status, ['aprovado', 'enviado_fornecedor']),
      ),
    )
    .groupBy(orders.usuario_id, orders.id);
}

/** What only the rows themselves tell. */
async function readRest(db: Database, usuarioId: string) {
  const { id, criado_em, despachar_ate, tem_etiqueta, etiqueta_impressa_em, requer_atencao } = orders;
  const { publicado_ml, publicado_amazon, estoque_baixo, excluido_em } = products;
  const isOwn = eq(orders.usuario_id, usuarioId);
  const isUnshipped = and(isOwn, inArray(orders.status, UNSHIPPED_STATUSES));
  const deadline = deadlineOf(despachar_ate.getSQL());
  const isLate = and(isUnshipped, lte(deadline, NOW));
  const isPending = and(isOwn, eq(orders.status, 'pendente'), not(IS_HELD));
  const isSold = and(
    eq(products.usuario_id, usuarioId),
    isNull(excluido_em),
    or(publicado_ml, publicado_amazon),
  );
  const [[oldest], [late], atrasados, etiquetas, atencao, sem_estoque] = await Promise.all([
    db.select({ criado_em }).from(orders).where(isPending).orderBy(asc(id)).limit(1),
    db.select({ despachar_ate }).from(orders).where(isLate).orderBy(deadline).limit(1),
    db.$count(orders, isLate),
    db.$count(orders, and(isUnshipped, tem_etiqueta, isNull(etiqueta_impressa_em))),
    db.$count(orders, and(isOwn, requer_atencao)),
    db.$count(products, and(isSold, eq(estoque_baixo, 0))),
  ]);
  return {
    aprovar_desde: oldest?.criado_em ?? null,
    atrasados,
    atrasados_desde: late?.despachar_ate ?? null,
    ...{ etiquetas, atencao, sem_estoque },
  };
}
