import { toDay } from '@esteira/domain/calendar';
import type { DaySpan } from '@esteira/domain/days';
import { DAY_MS } from '@esteira/domain/durations';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { getSpanBefore } from '@esteira/domain/report-period';
import type { ComparedPeriodInput, DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import type { Deps } from '../../../core/context';
import { toFigures } from './day-sums';
import { readPeriod } from './read-period';

/**
 * What was sold in a period, read from the sums that triggers keep by day: exact as of now, however many orders there
 * are; a single day by hour from its orders. The period before is cut at the same time of day while today belongs to this one.
 */
export async function getDashboardPeriod(
  deps: Pick<Deps, 'db' | 'clock'>,
  usuarioId: string,
  { conta_id, este_mes = false, ...span }: ComparedPeriodInput,
): Promise<DashboardPeriod> {
  const { before, momento } = findBefore({ ...span, isDay: span.de === span.ate && !este_mes }, deps.clock());
  const request = { whose: { usuarioId, conta_id }, span, before: { ...before, momento } };
  const { figures, past, horas, costs, produtos, fornecedores } = await readPeriod(deps.db, request);
  const { total, partes, on } = figures;
  return {
    ...span,
    total,
    anterior: { ...before, momento: momento?.toISOString() ?? null, total: toFigures(past) },
    partes,
    horas,
    custos: costs.total,
    marketplaces: MARKETPLACES.map((marketplace) => ({
      marketplace,
      total: on[marketplace],
      custos: costs.on[marketplace],
    })),
    produtos,
    fornecedores,
  };
}

/** What is still to come is compared with nothing. */
function findBefore(
  { de, ate, isDay }: DaySpan & { isDay: boolean },
  now: Date,
): { before: DaySpan; momento: Date | null } {
  const today = toDay(now);
  const end = ate > today && de <= today ? today : ate;
  const { isWhole, ...before } = getSpanBefore({ de, ate: end }, { isOver: end < today, isDay });
  return { before, momento: isWhole || end > today ? null : sameTimeOn(before.ate, now) };
}

/** The moment of a day at which the clock in America/Sao_Paulo, which stands the same all year, shows what it shows now. */
function sameTimeOn(day: string, now: Date): Date {
  const days = (Date.parse(`${toDay(now)}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / DAY_MS;
  return new Date(now.getTime() - days * DAY_MS);
}
