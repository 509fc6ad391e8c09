import { type Database, queryRows, toUuids } from '@esteira/db/database';
import { IS_LINE_OF_ORDER, orderLines } from '@esteira/db/schema/orders/order-lines';
import { NO_ID } from '@esteira/db/schema/orders/order-summaries';
import { orders } from '@esteira/db/schema/orders/orders';
import { fromCents, toCents } from '@esteira/domain/money';
import { UNKNOWN_ID } from '@esteira/domain/report-period';
import type { PeriodInput } from '@esteira/validators/dashboards/dashboard-period';
import type { PeriodOrder, PeriodOrdersInput } from '@esteira/validators/dashboards/period-orders';
import type { Page } from '@esteira/validators/wire/page';
import { and, eq, isNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isEntity } from '../../../core/ids';
import { toPage } from '../../../core/paging';
import { readCostsOf } from '../../costs/estimates/order-cost-sums';
import { type OrderQuery, toOrderQuery } from '../../orders/list/order-query';
import { selectPage } from '../../orders/list/select-page';
import { SORTINGS } from '../../orders/list/sorting';

type Which = PeriodInput &
  Pick<PeriodOrdersInput, 'marketplace' | 'produto_id' | 'fornecedor_id' | 'momento'>;

/** The orders that the figures of a period count, newest first: all but the cancelled ones. */
export function toPeriodQuery(
  usuarioId: string,
  { produto_id, fornecedor_id, momento, ...input }: Which,
): OrderQuery {
  const query = toOrderQuery(usuarioId, input);
  const more: SQLWrapper[] = [];
  if (produto_id !== undefined) more.push(hasLine(orderLines.produto_id, produto_id));
  if (fornecedor_id !== undefined) more.push(hasLine(orderLines.fornecedor_id, fornecedor_id));
  if (momento !== undefined) more.push(lte(orders.criado_em, momento));
  return {
    ...query,
    statuses: query.statuses.filter((status) => status !== 'cancelado'),
    conditions: [...query.conditions, ...more],
  };
}

/** True of an order with a line of this product or supplier. */
function hasLine(column: typeof orderLines.produto_id | typeof orderLines.fornecedor_id, id: string): SQL {
  const isTheirs = id === UNKNOWN_ID ? isNull(column) : isEntity(column, id);
  return sql`EXISTS (SELECT FROM ${orderLines} WHERE ${and(IS_LINE_OF_ORDER, isTheirs)})`;
}

type OrderPart = Pick<typeof orders.$inferSelect, 'quantidade' | 'preco_venda' | 'lucro' | 'custos'>;

/** Where the figure is a product's or a supplier's, what these have of each order, in reais; else nothing. */
async function readParts(
  db: Database,
  { usuarioId, ids, which }: { usuarioId: string; ids: readonly string[]; which: Which },
): Promise<Map<string, OrderPart>> {
  const isTheirs = Object.entries({
    produto_id: which.produto_id,
    fornecedor_id: which.fornecedor_id,
  }).flatMap(([column, id]) =>
    id === undefined ? [] : sql`x.${sql.identifier(column)} = ${id === UNKNOWN_ID ? NO_ID : id}::uuid`,
  );
  if (isTheirs.length === 0 || ids.length === 0) return new Map();
  const rows = await queryRows<OrderPart & { id: string }>(
    db,
    sql`SELECT p.id, sum(x.unidades)::int AS quantidade, sum(x.receita)::float8 AS preco_venda, sum(x.lucro)::float8 AS lucro,
        sum(x.custos)::float8 AS custos
      FROM pedidos p CROSS JOIN LATERAL partes_de_pedidos(ARRAY[p], NULL, ARRAY(
        SELECT l FROM itens_pedido l WHERE l.usuario_id = p.usuario_id AND l.pedido_id = p.id)) x
      WHERE p.usuario_id = ${usuarioId}::uuid AND p.id = ANY(${toUuids(ids)}) AND ${sql.join(isTheirs, sql` AND `)}
      GROUP BY p.id`,
  );
  return new Map(
    rows.map(({ id, quantidade, ...cents }) => [
      id,
      {
        ...{ quantidade, preco_venda: fromCents(cents.preco_venda), lucro: fromCents(cents.lucro) },
        custos: cents.custos === null ? null : fromCents(cents.custos),
      },
    ]),
  );
}

/** A page of the orders behind a figure; of a product's or supplier's, with what these have of each. */
export async function listPeriodOrders(
  db: Database,
  usuarioId: string,
  { limite, cursor, custo, ...which }: PeriodOrdersInput,
): Promise<Page<PeriodOrder>> {
  const query = toPeriodQuery(usuarioId, which);
  const { page, isListed, order } = selectPage(query, { ordem: 'mais_novos', cursor, rows: limite + 1 });
  const rows = await db
    .select(columns)
    .from(orders)
    .innerJoin(page, isListed)
    .where(eq(orders.usuario_id, usuarioId))
    .orderBy(...order);
  const { itens, proximo_cursor } = toPage(rows, limite, SORTINGS.mais_novos.toCursor);
  const taken = custo === undefined ? null : await readCostsOf(db, usuarioId, itens);
  const parts = await readParts(db, { usuarioId, ids: itens.map(({ id }) => id), which });
  return {
    itens: itens.map((row) => ({
      ...toPeriodOrder({ ...row, ...parts.get(row.id) }),
      custo: taken === null || custo === undefined ? null : (taken.get(row.id)?.[custo] ?? null),
    })),
    proximo_cursor,
  };
}

const columns = {
  id: orders.id,
  ml_order_id: orders.ml_order_id,
  marketplace: orders.marketplace,
  status: orders.status,
  produto_nome: orders.produto_nome,
  quantidade: orders.quantidade,
  preco_venda: orders.preco_venda,
  lucro: orders.lucro,
  custos: orders.custos,
  custos_cobrados: orders.custos_cobrados,
  criado_em: orders.criado_em,
  despachar_ate: orders.despachar_ate,
};

type Row = Omit<PeriodOrder, 'liquido' | 'cobrado' | 'custo'> & {
  custos_cobrados: boolean;
  despachar_ate: unknown;
};

function toPeriodOrder({
  custos_cobrados,
  despachar_ate: _notShown,
  ...order
}: Row): Omit<PeriodOrder, 'custo'> {
  const { preco_venda, custos } = order;
  return { ...order, liquido: getNet(preco_venda, custos), cobrado: custos !== null && custos_cobrados };
}

/** What an order leaves, in reais; null while a cost is not known. */
export function getNet(preco_venda: number, custos: number | null): number | null {
  return custos === null ? null : fromCents(toCents(preco_venda) - toCents(custos));
}
