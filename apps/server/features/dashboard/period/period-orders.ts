import type { Database } from '@esteira/db/database';
import { orders } from '@esteira/db/schema/orders/orders';
import type { DaySpan } from '@esteira/domain/days';
import { fromCents, toCents } from '@esteira/domain/money';
import { UNKNOWN_ID } from '@esteira/domain/report-period';
import type { PeriodOrder, PeriodOrdersInput } from '@esteira/validators/dashboards/period-orders';
import type { OrderFilterInput } from '@esteira/validators/orders/order-list';
import type { Page } from '@esteira/validators/wire/page';
import { eq, isNull, lte, type SQLWrapper } from 'drizzle-orm';
import { isEntity } from '../../../core/ids';
import { toPage } from '../../../core/paging';
import { readCostsOf } from '../../costs/estimates/order-cost-sums';
import { type OrderQuery, toOrderQuery } from '../../orders/list/order-query';
import { selectPage } from '../../orders/list/select-page';
import { SORTINGS } from '../../orders/list/sorting';

type Which = DaySpan & Pick<PeriodOrdersInput, 'marketplace' | 'produto_id' | 'fornecedor_id' | 'momento'>;

/** The orders that the figures of a period count, newest first: all but the cancelled ones. */
export function toPeriodQuery(
  usuarioId: string,
  { produto_id, fornecedor_id, momento, ...input }: Which,
): OrderQuery {
  const filter: OrderFilterInput = {
    ...input,
    ...(fornecedor_id !== UNKNOWN_ID && { fornecedor_id }),
  };
  const query = toOrderQuery(usuarioId, filter);
  const more: SQLWrapper[] = [];
  if (fornecedor_id === UNKNOWN_ID) more.push(isNull(orders.fornecedor_id));
  if (produto_id === UNKNOWN_ID) more.push(isNull(orders.produto_id));
  else if (produto_id !== undefined) more.push(isEntity(orders.produto_id, produto_id));
  if (momento !== undefined) more.push(lte(orders.criado_em, momento));
  return {
    ...query,
    statuses: query.statuses.filter((status) => status !== 'cancelado'),
    conditions: [...query.conditions, ...more],
  };
}

/** A page of the orders behind a figure. */
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
  return {
    itens: itens.map((row) => ({
      ...toPeriodOrder(row),
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
