import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { IS_LINE_OF_ORDER, orderLines } from '@esteira/db/schema/orders/order-lines';
import { dailyProducts, NO_ID } from '@esteira/db/schema/orders/order-summaries';
import { orders } from '@esteira/db/schema/orders/orders';
import { products } from '@esteira/db/schema/products/products';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import type { DaySpan } from '@esteira/domain/days';
import type { PeriodSharer } from '@esteira/validators/dashboards/dashboard-period';
import { and, asc, between, desc, eq, gt, inArray, isNotNull, ne, sql, sum } from 'drizzle-orm';
import { isMadeWithin, sinceDay, untilDay } from '../../../core/ids';
import { isTheirs, sumsOf, toFigures, type Whose } from './day-sums';

const MAX_SHOWN = 10;

/** What stands for a product and a supplier that are not known here, as on the orders. */
const KINDS = {
  produto: { column: dailyProducts.produto_id, names: products, unknown: 'Produto' },
  fornecedor: { column: dailyProducts.fornecedor_id, names: suppliers, unknown: 'Desconhecido' },
} as const;

interface SellersOf extends DaySpan {
  kind: keyof typeof KINDS;
}

/** The products or suppliers with the most revenue of a span. */
export async function listTopSellers(
  db: Database,
  whose: Whose,
  { kind, ...span }: SellersOf,
): Promise<PeriodSharer[]> {
  const { column, names, unknown } = KINDS[kind];
  const { dia, pedidos, receita, unidades } = dailyProducts;
  const rows = await db
    .select({ id: column, unidades: total(unidades), ...sumsOf(dailyProducts) })
    .from(dailyProducts)
    .where(and(isTheirs(dailyProducts, whose), between(dia, span.de, span.ate)))
    .groupBy(column)
    .having(ne(sum(pedidos), '0'))
    .orderBy(desc(sum(receita)), asc(column))
    .limit(MAX_SHOWN);
  const ids = rows.map(({ id }) => id);
  const named = await db
    .select({ id: names.id, nome: names.nome })
    .from(names)
    .where(and(eq(names.usuario_id, whose.usuarioId), inArray(names.id, ids)));
  // A product of an order has one supplier, so an order counts once for it.
  const again = kind === 'fornecedor' ? await countAgain(db, whose, span) : [];
  return rows.map(({ id, unidades: units, ...sums }) => {
    const { vendas = 0, calculados = 0 } = again.find((row) => row.id === id) ?? {};
    const once = { vendas: sums.vendas - vendas, calculados: sums.calculados - calculados };
    const { cobrados: _notSummed, ...figures } = toFigures({ ...sums, ...once, cobrados: 0 });
    const nome = named.find((each) => each.id === id)?.nome ?? unknown;
    return { ...figures, id: id === NO_ID ? null : id, nome, unidades: units };
  });
}

/**
 * How often the sums count an order beyond the first time, by supplier: they count it once for each product of theirs. Only
 * orders of several lines are read, whose further lines have an index.
 */
function countAgain(db: Database, whose: Whose, span: DaySpan) {
  const { usuario_id, pedido_id, produto_id, fornecedor_id, numero } = orderLines;
  const { id, criado_em, status, custos } = orders;
  const isOwn = eq(usuario_id, whose.usuarioId);
  const within = [sinceDay(pedido_id, span.de), untilDay(pedido_id, span.ate)];
  const several = db
    .select({ id: pedido_id })
    .from(orderLines)
    .where(and(isOwn, gt(numero, sql`1`), ...within));
  const again = sql<number>`count(DISTINCT coalesce(${produto_id}, ${NO_ID})) - 1`;
  const repeated = db
    .select({
      id: sql<string>`coalesce(${fornecedor_id}, ${NO_ID})`.as('fornecedor'),
      again: again.as('vezes'),
      custos,
    })
    .from(orderLines)
    .innerJoin(orders, IS_LINE_OF_ORDER)
    .where(
      and(
        ...[isOwn, isTheirs(orders, whose), ne(status, 'cancelado'), inArray(id, several)],
        ...isMadeWithin({ id, at: criado_em }, span),
      ),
    )
    .groupBy(id, fornecedor_id, custos)
    .having(gt(again, 0))
    .as('repeated');
  return db
    .select({
      id: repeated.id,
      vendas: total(repeated.again),
      calculados: total(repeated.again, isNotNull(repeated.custos)),
    })
    .from(repeated)
    .groupBy(repeated.id);
}
