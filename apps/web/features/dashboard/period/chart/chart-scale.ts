import type { PeriodFigures } from '@esteira/validators/dashboards/dashboard-period';

/** What the chart draws of a part; `antes`: the revenue that it is compared with, null where there is none. */
export interface ChartValues {
  total: PeriodFigures;
  antes: number | null;
}

/** Where something lies in the chart, in percent of its height from the top. */
export interface Extent {
  top: number;
  height: number;
}

export interface ChartPart {
  /** In percent of the width. */
  left: number;
  width: number;
  revenue: Extent;
  profit: Extent;
  /** From the top; null where no order's costs are all known. */
  net: number | null;
  /** The revenue that it is compared with, from the top. */
  before: number | null;
}

export interface Chart {
  parts: ChartPart[];
  /** Where zero lies, in percent from the top. */
  zero: number;
  /** What the top and the bottom stand for, in reais. */
  top: number;
  bottom: number;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** Lays the parts of a period out side by side, over one scale that holds all their figures and zero. */
export function layOutChart(parts: readonly ChartValues[]): Chart {
  const figures = parts.flatMap(({ total, antes }) => [
    ...[total.receita, total.lucro, total.liquido ?? 0, antes ?? 0],
  ]);
  const top = toRoundLimit(Math.max(0, ...figures));
  const bottom = 0 - toRoundLimit(Math.max(0, ...figures.map((figure) => -figure)));
  const range = top - bottom || 1;
  const y = (figure: number) => round(((top - figure) / range) * 100);
  const extent = (figure: number): Extent => {
    const start = Math.min(y(figure), y(0));
    return { top: start, height: round(Math.max(y(figure), y(0)) - start) };
  };
  const width = 100 / Math.max(1, parts.length);
  return {
    parts: parts.map(({ total, antes }, index) => ({
      left: round(index * width),
      width: round(width),
      revenue: extent(total.receita),
      profit: extent(total.lucro),
      net: total.liquido === null ? null : y(total.liquido),
      before: antes === null ? null : y(antes),
    })),
    zero: y(0),
    top,
    bottom,
  };
}

const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round number, of which the value fills three quarters or more. */
function toRoundLimit(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = ROUND.find((factor) => value <= factor * power) ?? 10;
  return step * power;
}

/** Where the lines of the grid lie, about four of them at round values: in reais, and in percent from the top. */
export function listGridLines({ top, bottom }: Chart): { value: number; y: number }[] {
  const range = top - bottom;
  if (range === 0) return [{ value: 0, y: 0 }];
  const rough = range / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => rough < factor * power * Math.SQRT2) ?? 10);
  const first = Math.ceil(bottom / step);
  const count = Math.floor(top / step) - first + 1;
  return Array.from({ length: count }, (_, index) => {
    const value = (first + index) * step;
    return { value, y: round(((top - value) / range) * 100) };
  });
}

/** The lines between the values of neighbours, as points of a path each; a gap ends one. */
export function toLines({ parts }: Chart, value: 'net' | 'before'): string[] {
  const lines: string[][] = [[]];
  for (const { left, width, [value]: y } of parts) {
    if (y === null) lines.push([]);
    else lines.at(-1)?.push(`${round(left + width / 2)},${y}`);
  }
  return lines.filter((points) => points.length > 0).map((points) => points.join(' '));
}
