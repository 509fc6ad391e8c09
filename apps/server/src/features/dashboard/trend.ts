import { type Database, preparedOnce } from '@esteira/db/database';
import { isInList } from '@esteira/db/schema/columns';
import { orderSummaries } from '@esteira/db/schema/order-summaries';
import { spanOfPreviousMonth, toDay, toMonth } from '@esteira/domain/calendar';
import { ORDER_STATUSES } from '@esteira/domain/order-machine';
import type { DashboardTrend } from '@esteira/validators/dashboard';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { idAround } from '../../core/ids';

/**
 * This month so far against the same span of the month before (docs/product-rules.md#same-span-before). Whole months
 * and days have a summary; the part of a day is summed from its orders.
 */
export async function getDashboardTrend(deps: Deps, usuarioId: string): Promise<DashboardTrend> {
  const now = deps.clock();
  const { from, to } = spanOfPreviousMonth(now);
  const ate = to.toISOString();
  const day = toDay(to);
  const ofDay = { dia: day, depoisDe: idAround(day, -1), antesDe: idAround(day, 2) };
  const mes = toMonth(now);
  const [[current = NOTHING], [previous = NOTHING], [left]] = await Promise.all([
    preparedOnce(deps.db, 'dashboard_month', selectMonth).execute({ usuarioId, mes }),
    preparedOnce(deps.db, 'dashboard_span', selectSpan).execute({
      usuarioId,
      de: toDay(from),
      ate,
      ...ofDay,
    }),
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

/** Each status is named, so that the orders of the day are found in the index by status. */
export const COUNTED = isInList(
  'status',
  ORDER_STATUSES.filter((status) => status !== 'cancelado'),
);

const selectSpan = (db: Database, name: string) => {
  const [usuarioId, dia] = [sql`${sql.placeholder('usuarioId')}::uuid`, sql`${sql.placeholder('dia')}::date`];
  return db
    .select({
      vendas: sql`coalesce(sum(pedidos), 0)`.mapWith(Number),
      receita: sql`coalesce(sum(receita), 0)`.mapWith(orderSummaries.receita),
      lucro: sql`coalesce(sum(lucro), 0)`.mapWith(orderSummaries.lucro),
    })
    .from(sql`(
      SELECT pedidos, receita, lucro FROM resumo_diario
      WHERE usuario_id = ${usuarioId} AND dia >= ${sql.placeholder('de')}::date AND dia < ${dia} AND ${COUNTED}
      UNION ALL
      SELECT 1, preco_venda, lucro FROM pedidos
      WHERE usuario_id = ${usuarioId} AND ${COUNTED}
        AND id > ${sql.placeholder('depoisDe')}::uuid AND id < ${sql.placeholder('antesDe')}::uuid
        AND criado_em >= ${dia}::timestamp AT TIME ZONE 'America/Sao_Paulo' AND criado_em <= ${sql.placeholder('ate')}::timestamptz
    ) partes`)
    .prepare(name);
};

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
