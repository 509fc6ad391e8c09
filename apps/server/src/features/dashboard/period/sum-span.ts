import { type Database, queryPlanned } from '@esteira/db/database';
import { isInList } from '@esteira/db/schema/columns';
import { ORDER_STATUSES } from '@esteira/domain/order-machine';
import { addDays, type DaySpan } from '@esteira/domain/report-period';
import { sql } from 'drizzle-orm';
import { sinceDay, untilDay } from '../../../core/ids';
import { type DaySums, parseSums, type RawSums } from './day-sums';

/** Days of which the last one counts up to a moment, or whole where that is null. */
export interface SpanUntil extends DaySpan {
  momento: Date | null;
}

/** What was sold in a span: whole days from their sums, the part of a day from its orders. */
export async function sumSpan(
  db: Database,
  usuarioId: string,
  { de, ate, momento }: SpanUntil,
): Promise<DaySums> {
  const lastWhole = momento === null ? ate : addDays(ate, -1);
  const [row] = await queryPlanned<RawSums>(
    db,
    sql`SELECT ${SUMS} FROM (
          SELECT ${SUMMED} FROM resumo_diario
          WHERE usuario_id = ${usuarioId}::uuid AND dia >= ${de}::date AND dia <= ${lastWhole}::date AND ${COUNTED}
          UNION ALL
          SELECT ${OF_ORDER} FROM pedidos
          WHERE usuario_id = ${usuarioId}::uuid AND ${COUNTED} AND ${sinceDay(sql`id`, ate)} AND ${untilDay(sql`id`, ate)}
            AND criado_em >= ${ate}::date::timestamp AT TIME ZONE 'America/Sao_Paulo'
            AND criado_em <= ${momento?.toISOString() ?? null}::timestamptz
        ) partes`,
  );
  return parseSums(row as RawSums);
}

/** Each status is named, so that the orders of the day are found in the index by status. */
const COUNTED = isInList(
  'status',
  ORDER_STATUSES.filter((status) => status !== 'cancelado'),
);

const SUMMED = sql`pedidos, receita, lucro, calculados, cobrados, receita_calculada, custos`;

/** The same of an order. */
const OF_ORDER = sql`1, preco_venda, lucro, (custos IS NOT NULL)::int, (custos IS NOT NULL AND custos_cobrados)::int,
  CASE WHEN custos IS NOT NULL THEN preco_venda END, custos`;

/** Of the days of `resumo_diario`, as text. */
export const SUMS = sql`coalesce(sum(pedidos), 0)::text AS vendas, coalesce(sum(receita), 0)::text AS receita,
  coalesce(sum(lucro), 0)::text AS lucro, coalesce(sum(calculados), 0)::text AS calculados,
  coalesce(sum(cobrados), 0)::text AS cobrados, coalesce(sum(receita_calculada), 0)::text AS receita_calculada,
  coalesce(sum(custos), 0)::text AS custos`;
