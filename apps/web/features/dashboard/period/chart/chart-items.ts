import { formatMoney } from '@esteira/domain/money';
import { getGrain } from '@esteira/domain/report-period';
import { formatMonth } from '@esteira/domain/text/month-text';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import { formatDayMonth } from '../../../../lib/format/day';
import { formatFigure } from '../figures/figure-texts';
import { formatPart } from '../period-texts';
import type { ChartValues } from './chart-scale';

/** A part of a period, or an hour of a day, as the chart names it. */
export interface ChartItem extends ChartValues {
  label: string;
  /** Below the axis, where there is little room. */
  tick: string;
  /** What `antes` is of. */
  before: string;
}

/** The hours of a single day, else the parts of the period. */
export function toChartItems({ de, ate, anterior, partes, horas }: DashboardPeriod): ChartItem[] {
  if (horas.length > 0) {
    return horas.map(({ hora, total, antes }) => {
      const hour = `${hora}h`;
      const [label, before] = [de, anterior.ate].map((day) => `${formatDayMonth(day)}, ${hour}`) as [
        string,
        string,
      ];
      return { total, antes, label, before, tick: hour };
    });
  }
  const isByMonth = getGrain({ de, ate }) === 'mes';
  return partes.map(({ total, antes, ...part }) => ({
    total,
    antes: antes?.receita ?? null,
    label: formatPart(part),
    before: antes === null ? '' : formatPart(antes),
    // 'nov./26'
    tick: isByMonth ? formatMonth(part.de.slice(0, 7)).replace(' de 20', '/') : formatDayMonth(part.de),
  }));
}

/** What the tooltip says of an item: each value with its name, the compared one last. */
export function toReadings({ total, antes, before }: ChartItem): [name: string, text: string][] {
  const { receita, lucro, liquido } = total;
  return [
    ['Receita', formatMoney(receita)],
    ['Lucro', formatMoney(lucro)],
    ['Líquido', formatFigure('liquido', liquido)],
    ...(antes === null ? [] : [[`Receita em ${before}`, formatMoney(antes)] as [string, string]]),
  ];
}
