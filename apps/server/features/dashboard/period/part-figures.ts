import type { DaySpan } from '@esteira/domain/days';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { divideSpan } from '@esteira/domain/report-period';
import type { DashboardPeriod, PeriodFigures } from '@esteira/validators/dashboards/dashboard-period';
import { addSums, type DaySums, NO_SUMS, toFigures } from './day-sums';

/** What was sold on a marketplace in the part of a period that a day is in: its first, which may be before the period. */
type PartSums = DaySums & { de: string; marketplace: Marketplace };

/** A period in all, by part and by marketplace. */
export interface PartFigures extends Pick<DashboardPeriod, 'total' | 'partes'> {
  on: Record<Marketplace, PeriodFigures>;
}

export function toPartFigures(span: DaySpan, rows: readonly PartSums[]): PartFigures {
  const parts = rows.map((row) => (row.de < span.de ? { ...row, de: span.de } : row));
  const sumOf = (some: typeof parts) => toFigures(some.reduce(addSums, NO_SUMS));
  return {
    total: sumOf(parts),
    partes: divideSpan(span).map((part) => ({
      ...part,
      total: sumOf(parts.filter(({ de }) => de === part.de)),
    })),
    on: Object.fromEntries(
      MARKETPLACES.map((name) => [name, sumOf(parts.filter(({ marketplace }) => marketplace === name))]),
    ) as PartFigures['on'],
  };
}
