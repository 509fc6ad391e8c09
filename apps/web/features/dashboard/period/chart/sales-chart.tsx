import { formatMoney } from '@esteira/domain/money';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import { clsx } from 'clsx';
import { FigureButton } from '../figures/figure-button';
import { FIGURES, toPartAddress } from '../figures/figure-source';
import { FIGURE_NAMES, formatFigure } from '../figures/figure-texts';
import { STACKED_NAME, STACKED_ROW } from '../figures/stacked-row';
import { formatPart, formatSpan } from '../period-texts';
import { layOutChart, toNetLines } from './chart-scale';

type Parts = DashboardPeriod['partes'];

interface SalesChartProps {
  parts: Parts;
  /** Opens what makes a figure of a part. */
  onAsk: (address: string) => void;
}

/** In percent of the chart: a single day is no wall. */
const WIDEST_BAR = 16;

/** Revenue, gross and net of each part of a period. Who does not see it has the same figures in a table below. */
export function SalesChart({ parts, onAsk }: SalesChartProps) {
  const chart = layOutChart(parts);
  const [first, last] = [parts[0], parts.at(-1)];
  const toEnd = first?.de.slice(0, 4) === last?.ate.slice(0, 4) ? formatPart : formatSpan;
  return (
    <figure className="grid grid-cols-1 gap-2">
      <Legend />
      <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-[13px] text-muted">
        <div className="tabular flex h-48 flex-col justify-between text-right">
          <span>{formatMoney(chart.top)}</span>
          <span>{formatMoney(chart.bottom)}</span>
        </div>
        <svg
          aria-hidden
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="h-48 w-full overflow-visible"
        >
          {chart.parts.map(({ left, width, revenue, profit }, index) => {
            const bar = Math.min(width * 0.8, WIDEST_BAR);
            const middle = left + width / 2;
            return (
              <g key={parts[index]?.de}>
                <title>{parts[index] && describePart(parts[index])}</title>
                <rect x={left} y={0} width={width} height={100} className="fill-transparent" />
                <Bar middle={middle} width={bar} {...revenue} className="fill-primary/50" />
                <Bar middle={middle} width={bar * 0.6} {...profit} className="fill-primary" />
              </g>
            );
          })}
          <line
            x1={0}
            x2={100}
            y1={chart.zero}
            y2={chart.zero}
            className="stroke-border"
            vectorEffect="non-scaling-stroke"
          />
          {toNetLines(chart).map((points) => {
            // A line needs two ends: one value alone is a dot.
            const isDot = !points.includes(' ');
            return (
              <polyline
                key={points}
                points={isDot ? `${points} ${points}` : points}
                className={clsx('fill-none stroke-foreground', isDot ? 'stroke-8' : 'stroke-2')}
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            );
          })}
        </svg>
        <div className={clsx('col-start-2 flex', parts.length > 1 ? 'justify-between' : 'justify-center')}>
          <span>{first && toEnd(first)}</span>
          {parts.length > 1 && <span>{last && toEnd(last)}</span>}
        </div>
      </div>
      <details>
        <summary className="thumb cursor-pointer text-primary-text underline-offset-4 hover:underline">
          Ver como tabela
        </summary>
        <PartTable parts={parts} onAsk={onAsk} />
      </details>
    </figure>
  );
}

function describePart(part: Parts[number]): string {
  const { receita, lucro, liquido } = part.total;
  const net = liquido === null ? '—' : formatMoney(liquido);
  return `${formatPart(part)}: receita ${formatMoney(receita)}, lucro ${formatMoney(lucro)}, líquido ${net}`;
}

interface BarProps {
  middle: number;
  width: number;
  top: number;
  height: number;
  className: string;
}

const Bar = ({ middle, width, top, height, className }: BarProps) => (
  <rect
    x={middle - width / 2}
    y={top}
    width={width}
    height={height}
    className={`pointer-events-none ${className}`}
  />
);

function Legend() {
  return (
    <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-muted">
      <Key text="Receita" className="h-3 bg-primary/50" />
      <Key text="Lucro" className="h-3 bg-primary" />
      <Key text="Líquido" className="h-0.5 bg-foreground" />
    </figcaption>
  );
}

const Key = ({ text, className }: { text: string; className: string }) => (
  <span className="flex items-center gap-1.5">
    <span aria-hidden className={`w-3 ${className}`} />
    {text}
  </span>
);

function PartTable({ parts, onAsk }: SalesChartProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is scrolled with the keyboard.
    <section className="mt-2 overflow-x-auto" tabIndex={0} aria-label="Vendas do período por data">
      <table className="tabular w-full text-[13px]">
        <thead>
          <tr className={clsx(STACKED_ROW, 'text-left text-muted')}>
            <th scope="col" className="py-1.5 pr-3 font-medium max-sm:sr-only">
              Data
            </th>
            {Object.values(FIGURES).map((label) => (
              <th key={label} scope="col" className="px-1 py-1.5 text-right font-medium sm:px-3">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.de} className={clsx(STACKED_ROW, 'last:border-0')}>
              <th scope="row" className={clsx(STACKED_NAME, 'whitespace-nowrap')}>
                {formatPart(part)}
              </th>
              {FIGURE_NAMES.map((figure) => (
                <td key={figure} className="whitespace-nowrap px-1 py-1.5 text-right sm:px-3">
                  <FigureButton
                    text={formatFigure(figure, part.total[figure])}
                    label={`${FIGURES[figure].toLowerCase()}, ${formatPart(part)}`}
                    onClick={() => onAsk(toPartAddress(part, figure))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
