import { formatMoney } from '@esteira/domain/money';
import type { DashboardPeriod } from '@esteira/validators/dashboard-period';
import { FigureButton } from '../figures/figure-button';
import { FIGURES, toPartAddress } from '../figures/figure-source';
import { FIGURE_NAMES, formatFigure } from '../figures/figure-texts';
import { formatPart, formatSpan } from '../period-texts';
import { layOutChart, toNetLines } from './chart-scale';

type Parts = DashboardPeriod['partes'];

interface SalesChartProps {
  parts: Parts;
  /** Opens what makes a figure of a part. */
  onAsk: (address: string) => void;
}

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
          {chart.parts.map(({ left, width, revenue, profit }, index) => (
            <g key={parts[index]?.de}>
              <title>{parts[index] && describePart(parts[index])}</title>
              <rect x={left} y={0} width={width} height={100} className="fill-transparent" />
              <Bar left={left + width * 0.1} width={width * 0.8} {...revenue} className="fill-primary/50" />
              <Bar left={left + width * 0.25} width={width * 0.5} {...profit} className="fill-primary" />
            </g>
          ))}
          <line
            x1={0}
            x2={100}
            y1={chart.zero}
            y2={chart.zero}
            className="stroke-border"
            vectorEffect="non-scaling-stroke"
          />
          {toNetLines(chart).map((points) => (
            <polyline
              key={points}
              points={points}
              className="fill-none stroke-2 stroke-foreground"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <div className="col-start-2 flex justify-between">
          <span>{first && toEnd(first)}</span>
          {parts.length > 1 && <span>{last && toEnd(last)}</span>}
        </div>
      </div>
      <details>
        <summary className="cursor-pointer text-primary-text underline-offset-4 hover:underline">
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
  left: number;
  width: number;
  top: number;
  height: number;
  className: string;
}

const Bar = ({ left, width, top, height, className }: BarProps) => (
  <rect x={left} y={top} width={width} height={height} className={`pointer-events-none ${className}`} />
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
      <table className="tabular w-full text-xs sm:text-[13px]">
        <thead>
          <tr className="border-border border-b text-left text-muted">
            <th scope="col" className="py-1.5 pr-3 font-medium">
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
            <tr key={part.de} className="border-border border-b last:border-0">
              <th scope="row" className="whitespace-nowrap py-1.5 pr-3 text-left font-normal">
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
