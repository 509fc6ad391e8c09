import { type Database, queryRows } from '@esteira/db/database';
import { isInList } from '@esteira/db/schema/columns';
import { addDays, type DaySpan } from '@esteira/domain/days';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { type SQL, sql } from 'drizzle-orm';
import { sinceDay, untilDay } from '../../../core/ids';
import { type DaySums, parseSums, type SumsRow } from './day-sums';

/** Days of which the last one counts up to a moment, or whole where that is null. */
export interface SpanUntil extends DaySpan {
  momento: Date | null;
}

/** What was sold in a span: whole days from their sums, the part of a day from its orders. */
export async function sumSpan(db: Database, usuarioId: string, span: SpanUntil): Promise<DaySums> {
  const [row] = await queryRows<{ sums: string }>(db, sql`SELECT ${sumsOfSpan(usuarioId, span)} AS sums`);
  return parseSpanSums((row as { sums: string }).sums);
}

/** The same as a value of a statement, for `parseSpanSums`. */
export function sumsOfSpan(usuarioId: string, { de, ate, momento }: SpanUntil): SQL {
  const owner = sql`usuario_id = ${usuarioId}::uuid`;
  const lastWhole = momento === null ? ate : addDays(ate, -1);
  const whole = sql`SELECT ${SUMMED} FROM resumo_diario
    WHERE ${owner} AND dia >= ${de}::date AND dia <= ${lastWhole}::date AND ${COUNTED}`;
  const part = sql`SELECT ${OF_ORDER} FROM pedidos
    WHERE ${owner} AND ${COUNTED} AND ${sinceDay(ID, ate)} AND ${untilDay(ID, ate)}
      AND criado_em >= ${ate}::date::timestamp AT TIME ZONE 'America/Sao_Paulo'
      AND criado_em <= ${momento?.toISOString()}::timestamptz`;
  const rows = momento === null ? whole : sql`${whole} UNION ALL ${part}`;
  return sql`(SELECT json_build_array(${SUMS})::text FROM (${rows}) partes)`;
}

export const parseSpanSums = (sums: string): DaySums => parseSums(JSON.parse(sums) as SumsRow);

const ID = sql`id`;

/** Each status is named, so that the orders of the day are found in the index by status. */
const COUNTED = isInList(
  'status',
  ORDER_STATUSES.filter((status) => status !== 'cancelado'),
);

const SUMMED = sql`pedidos, receita, lucro, calculados, cobrados, receita_calculada, custos`;

/** The same of an order. */
const OF_ORDER = sql`1, preco_venda, lucro, (custos IS NOT NULL)::int, (custos IS NOT NULL AND custos_cobrados)::int,
  CASE WHEN custos IS NOT NULL THEN preco_venda END, custos`;

/** Of rows like those of `resumo_diario`, for `parseSums`. */
export const SUMS = sql`coalesce(sum(pedidos), 0), coalesce(sum(receita), 0), coalesce(sum(lucro), 0),
  coalesce(sum(calculados), 0), coalesce(sum(cobrados), 0), coalesce(sum(receita_calculada), 0), coalesce(sum(custos), 0)`;
