import { type Database, preparedOnce } from '@esteira/db/database';
import { orderSummaries } from '@esteira/db/schema/order-summaries';
import { orders } from '@esteira/db/schema/orders';
import { spanOfPreviousMonth, toMonth } from '@esteira/domain/calendar';
import type { DashboardTrend } from '@esteira/validators/dashboard';
import { and, eq, gte, lte, ne, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';

/**
 * This month so far against the same span of the month before (docs/product-rules.md#same-span-before). Whole months
 * have a summary; the part of a month is summed from the orders, in an index that holds all it needs.
 */
export async function getDashboardTrend(deps: Deps, usuarioId: string): Promise<DashboardTrend> {
  const now = deps.clock();
  const { from, to } = spanOfPreviousMonth(now);
  const ate = to.toISOString();
  const mes = toMonth(now);
  const [[current = NOTHING], [previous = NOTHING], [left]] = await Promise.all([
    preparedOnce(deps.db, 'dashboard_month', selectMonth).execute({ usuarioId, mes }),
    preparedOnce(deps.db, 'dashboard_span', selectSpan).execute({ usuarioId, de: from.toISOString(), ate }),
    preparedOnce(deps.db, 'dashboard_cancelled', selectCancelled).execute({ usuarioId }),
  ]);
  return {
    atual: { mes, ...current },
    anterior: { mes: toMonth(from), ...previous, ate },
    cancelados: left?.cancelados ?? 0,
  };
}

const NOTHING = { vendas: 0, receita: 0, lucro: 0 };

const selectMonth = (db: Database, name: string) =>
  db
    .select({
      vendas: sql`coalesce(sum(${orderSummaries.pedidos}), 0)`.mapWith(Number),
      receita: sql`coalesce(sum(${orderSummaries.receita}), 0)`.mapWith(orderSummaries.receita),
      lucro: sql`coalesce(sum(${orderSummaries.lucro}), 0)`.mapWith(orderSummaries.lucro),
    })
    .from(orderSummaries)
    .where(
      and(
        eq(orderSummaries.usuario_id, sql.placeholder('usuarioId')),
        eq(orderSummaries.mes, sql.placeholder('mes')),
        ne(orderSummaries.status, 'cancelado'),
      ),
    )
    .prepare(name);

const selectSpan = (db: Database, name: string) =>
  db
    .select({
      vendas: sql`count(*)`.mapWith(Number),
      receita: sql`coalesce(sum(${orders.preco_venda}), 0)`.mapWith(orders.preco_venda),
      lucro: sql`coalesce(sum(${orders.lucro}), 0)`.mapWith(orders.lucro),
    })
    .from(orders)
    .where(
      and(
        eq(orders.usuario_id, sql.placeholder('usuarioId')),
        gte(orders.criado_em, sql.placeholder('de')),
        lte(orders.criado_em, sql.placeholder('ate')),
        ne(orders.status, 'cancelado'),
      ),
    )
    .prepare(name);

const selectCancelled = (db: Database, name: string) =>
  db
    .select({ cancelados: sql`coalesce(sum(${orderSummaries.pedidos}), 0)`.mapWith(Number) })
    .from(orderSummaries)
    .where(
      and(
        eq(orderSummaries.usuario_id, sql.placeholder('usuarioId')),
        eq(orderSummaries.status, 'cancelado'),
      ),
    )
    .prepare(name);
