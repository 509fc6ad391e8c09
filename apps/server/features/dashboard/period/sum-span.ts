import type { Database } from '@esteira/db/database';
import { countWhere, total } from '@esteira/db/expressions';
import { dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import { orders } from '@esteira/db/schema/orders/orders';
import { addDays, type DaySpan } from '@esteira/domain/days';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { and, between, count, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { sinceDay, untilDay } from '../../../core/ids';
import { addSums, type DaySums, isTheirs, NO_SUMS, sumsOf, type Whose } from './day-sums';

/** Days of which the last one counts up to a moment, or whole where that is null. */
export interface SpanUntil extends DaySpan {
  momento: Date | null;
}

/** What was sold in a span: whole days from their sums, the part of a day from its orders. */
export async function sumSpan(db: Database, whose: Whose, { de, ate, momento }: SpanUntil): Promise<DaySums> {
  const [whole = NO_SUMS] = await db
    .select({ ...sumsOf(dailySummaries), cobrados: total(dailySummaries.cobrados) })
    .from(dailySummaries)
    .where(
      and(
        isTheirs(dailySummaries, whose),
        between(dailySummaries.dia, de, momento === null ? ate : addDays(ate, -1)),
        inArray(dailySummaries.status, COUNTED),
      ),
    );
  return momento === null ? whole : addSums(whole, await sumPart(db, whose, { dia: ate, momento }));
}

interface DayUntil {
  dia: string;
  momento: Date | null;
}

async function sumPart(db: Database, whose: Whose, day: DayUntil): Promise<DaySums> {
  const [part = NO_SUMS] = await db.select(ORDER_SUMS).from(orders).where(isOfDay(whose, day));
  return part;
}

/** What was sold in the hours of a day of America/Sao_Paulo, from its orders; hours without any are left out. */
export function sumHours(db: Database, whose: Whose, day: DayUntil): Promise<HourSums[]> {
  return db
    .select({ hora: HOUR, ...ORDER_SUMS })
    .from(orders)
    .where(isOfDay(whose, day))
    .groupBy(HOUR);
}

export type HourSums = DaySums & { hora: number };

const LOCAL = sql`${orders.criado_em} AT TIME ZONE 'America/Sao_Paulo'`;
const HOUR = sql<number>`extract(hour FROM ${LOCAL})::int`;

const hasCosts = isNotNull(orders.custos);
const ORDER_SUMS = {
  vendas: count(),
  receita: total(orders.preco_venda),
  lucro: total(orders.lucro),
  calculados: count(orders.custos),
  cobrados: countWhere(and(hasCosts, orders.custos_cobrados)),
  receita_calculada: total(orders.preco_venda, hasCosts),
  custos: total(orders.custos),
};

/** Each status is named, so that the orders of the day are found in the index by status. */
const COUNTED = ORDER_STATUSES.filter((status) => status !== 'cancelado');

const isOfDay = (whose: Whose, { dia, momento }: DayUntil) =>
  and(
    isTheirs(orders, whose),
    inArray(orders.status, COUNTED),
    sinceDay(orders.id, dia),
    untilDay(orders.id, dia),
    sql`(${LOCAL})::date = ${dia}`,
    momento === null ? undefined : lte(orders.criado_em, momento.toISOString()),
  );
