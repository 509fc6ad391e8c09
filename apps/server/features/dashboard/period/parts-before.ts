import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import { formatTime } from '@esteira/domain/calendar';
import { addDays, type DaySpan } from '@esteira/domain/days';
import { fromCents } from '@esteira/domain/money';
import { getPartBefore } from '@esteira/domain/report-period';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import { and, between, ne } from 'drizzle-orm';
import { isTheirs, NO_SUMS, toFigures, type Whose } from './day-sums';
import { type SpanUntil, sumHours } from './sum-span';

type PartBefore = DashboardPeriod['partes'][number]['antes'];

/**
 * What the parts of a period are compared with: tells the revenue of the days before that lie as far from the beginning,
 * of the last one up to the moment, which is what the days before it leave of `past`, the revenue of all in cents.
 */
export async function readPartsBefore(
  tx: Database,
  whose: Whose,
  { span, before, past }: { span: DaySpan; before: SpanUntil; past: number },
): Promise<(part: DaySpan) => PartBefore> {
  const { dia, status, receita } = dailySummaries;
  const rows = await tx
    .select({ dia, cents: total(receita) })
    .from(dailySummaries)
    .where(
      and(
        isTheirs(dailySummaries, whose),
        between(dia, before.de, addDays(before.ate, -1)),
        ne(status, 'cancelado'),
      ),
    )
    .groupBy(dia);
  const rest = rows.reduce((left, { cents }) => left - cents, past);
  const days = [...rows, { dia: before.ate, cents: rest }];
  return (part) => {
    const found = getPartBefore(part, span, before);
    if (found === null) return null;
    const { de, ate } = found;
    const cents = days.reduce((sum, day) => sum + (day.dia >= de && day.dia <= ate ? day.cents : 0), 0);
    return { de, ate, receita: fromCents(cents) };
  };
}

const HOURS = Array.from({ length: 24 }, (_, hora) => hora);

/** A single day by hour, beside the same hours of the day that it is compared with, up to its moment; nothing of a longer period. */
export async function readHours(
  tx: Database,
  whose: Whose,
  { span, before }: { span: DaySpan; before: SpanUntil },
): Promise<DashboardPeriod['horas']> {
  if (span.de !== span.ate) return [];
  const { ate, momento } = before;
  const now = await sumHours(tx, whose, { dia: span.de, momento: null });
  const past = await sumHours(tx, whose, { dia: ate, momento });
  const last = momento === null ? 23 : Number.parseInt(formatTime(momento), 10);
  return HOURS.map((hora) => ({
    hora,
    total: toFigures(now.find((row) => row.hora === hora) ?? NO_SUMS),
    antes: hora > last ? null : fromCents(past.find((row) => row.hora === hora)?.receita ?? 0),
  }));
}
