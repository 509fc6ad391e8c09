import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { dailyProducts, NO_ID } from '@esteira/db/schema/orders/order-summaries';
import { products } from '@esteira/db/schema/products/products';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import type { DaySpan } from '@esteira/domain/days';
import type { PeriodSharer } from '@esteira/validators/dashboards/dashboard-period';
import { and, asc, between, desc, eq, inArray, ne, sum } from 'drizzle-orm';
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
  { de, ate, kind }: SellersOf,
): Promise<PeriodSharer[]> {
  const { column, names, unknown } = KINDS[kind];
  const { dia, pedidos, receita, unidades } = dailyProducts;
  const rows = await db
    .select({ id: column, unidades: total(unidades), ...sumsOf(dailyProducts) })
    .from(dailyProducts)
    .where(and(isTheirs(dailyProducts, whose), between(dia, de, ate)))
    .groupBy(column)
    .having(ne(sum(pedidos), '0'))
    .orderBy(desc(sum(receita)), asc(column))
    .limit(MAX_SHOWN);
  const ids = rows.map(({ id }) => id);
  const named = await db
    .select({ id: names.id, nome: names.nome })
    .from(names)
    .where(and(eq(names.usuario_id, whose.usuarioId), inArray(names.id, ids)));
  return rows.map(({ id, unidades: units, ...sums }) => {
    const { cobrados: _notSummed, ...figures } = toFigures({ ...sums, cobrados: 0 });
    const nome = named.find((each) => each.id === id)?.nome ?? unknown;
    return { ...figures, id: id === NO_ID ? null : id, nome, unidades: units };
  });
}
