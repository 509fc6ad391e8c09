import { type Database, readAtOneMoment } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import type { DaySpan } from '@esteira/domain/days';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { divideSpan, getGrain, type PeriodGrain } from '@esteira/domain/report-period';
import type {
  DashboardPeriod,
  PeriodFigures,
  PeriodSharer,
} from '@esteira/validators/dashboards/dashboard-period';
import { and, between, ne, type SQL, sql } from 'drizzle-orm';
import { addSums, type DaySums, isTheirs, NO_SUMS, sumsOf, toFigures, type Whose } from './day-sums';
import { readHours, readPartsBefore } from './parts-before';
import { type CostsTaken, sumCosts } from './period-costs';
import { type SpanUntil, sumSpan } from './sum-span';
import { listTopSellers } from './top-sellers';

interface PeriodRequest {
  whose: Whose;
  span: DaySpan;
  /** What it is compared with. */
  before: SpanUntil;
}

export interface PeriodSums {
  figures: PartFigures;
  past: DaySums;
  horas: DashboardPeriod['horas'];
  costs: CostsTaken;
  produtos: PeriodSharer[];
  fornecedores: PeriodSharer[];
}

/** Reads a period, and what it is compared with, as they were at one moment. */
export function readPeriod(db: Database, { whose, span, before }: PeriodRequest): Promise<PeriodSums> {
  return readAtOneMoment(db, async (tx) => {
    const past = await sumSpan(tx, whose, before);
    const partBefore = await readPartsBefore(tx, whose, { span, before, past: past.receita });
    return {
      figures: toPartFigures(span, await sumParts(tx, whose, span), partBefore),
      past,
      horas: await readHours(tx, whose, { span, before }),
      costs: await sumCosts(tx, whose, span),
      produtos: await listTopSellers(tx, whose, { ...span, kind: 'produto' }),
      fornecedores: await listTopSellers(tx, whose, { ...span, kind: 'fornecedor' }),
    };
  });
}

const { dia, marketplace, status, cobrados } = dailySummaries;

const TRUNCATED_TO = {
  dia: dia.getSQL(),
  semana: sql`date_trunc('week', ${dia}::timestamp)::date`,
  mes: sql`date_trunc('month', ${dia}::timestamp)::date`,
} as const satisfies Record<PeriodGrain, SQL>;

/** By the part of the period, which weeks from Monday and months begin in PostgreSQL too, and marketplace. */
function sumParts(tx: Database, whose: Whose, span: DaySpan) {
  const start = sql<string>`${TRUNCATED_TO[getGrain(span)]}::text`;
  return tx
    .select({ de: start, marketplace, ...sumsOf(dailySummaries), cobrados: total(cobrados) })
    .from(dailySummaries)
    .where(and(isTheirs(dailySummaries, whose), between(dia, span.de, span.ate), ne(status, 'cancelado')))
    .groupBy(start, marketplace);
}

/** What was sold on a marketplace in the part of a period that a day is in: its first, which may be before the period. */
type PartSums = DaySums & { de: string; marketplace: Marketplace };

/** A period in all, by part and by marketplace. */
interface PartFigures extends Pick<DashboardPeriod, 'total' | 'partes'> {
  on: Record<Marketplace, PeriodFigures>;
}

function toPartFigures(
  span: DaySpan,
  rows: readonly PartSums[],
  partBefore: Awaited<ReturnType<typeof readPartsBefore>>,
): PartFigures {
  const parts = rows.map((row) => (row.de < span.de ? { ...row, de: span.de } : row));
  const sumOf = (some: typeof parts) => toFigures(some.reduce(addSums, NO_SUMS));
  return {
    total: sumOf(parts),
    partes: divideSpan(span).map((part) => ({
      ...part,
      total: sumOf(parts.filter(({ de }) => de === part.de)),
      antes: partBefore(part),
    })),
    on: Object.fromEntries(
      MARKETPLACES.map((name) => [name, sumOf(parts.filter(({ marketplace }) => marketplace === name))]),
    ) as PartFigures['on'],
  };
}
