import { formatMoney } from '@esteira/domain/money';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import { clsx } from 'clsx';
import { FigureButton } from '../../../../parts/figure-button';
import { FIGURES, toPartAddress } from '../figures/figure-source';
import { FIGURE_NAMES, formatFigure } from '../figures/figure-texts';
import { STACKED_NAME, STACKED_ROW } from '../figures/stacked-row';
import { formatPart } from '../period-texts';
import { toChartItems } from './chart-items';
import { layOutChart, listGridLines } from './chart-scale';
import { Plot } from './plot';

interface SalesChartProps {
  data: DashboardPeriod;
  /** Opens what makes a figure of a part. */
  onAsk: (address: string) => void;
}

/** About so many labels stand below the axis. */
const LABELS = 7;

/** Revenue, gross and net of each part of a period. Who does not see it has the same figures in a table below. */
export function SalesChart({ data, onAsk }: SalesChartProps) {
  const items = toChartItems(data);
  const chart = layOutChart(items);
  const lines = listGridLines(chart);
  const labelled = Math.ceil(items.length / LABELS);
  return (
    <figure className="grid grid-cols-1 gap-3.5">
      <Legend />
      <div className="tabular grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-[13px] text-muted">
        <div aria-hidden className="relative h-48 text-right">
          {lines.map(({ value, y }) => (
            // The first of two is as wide as its text and not seen, the second at its height.
            <div key={value} className="h-0">
              <span className="invisible">{formatMoney(value)}</span>
              <span className="absolute right-0 -translate-y-1/2 whitespace-nowrap" style={{ top: `${y}%` }}>
                {formatMoney(value)}
              </span>
            </div>
          ))}
        </div>
        <Plot items={items} chart={chart} lines={lines} />
        <div aria-hidden className="relative col-start-2 mt-1.5 h-5">
          {chart.parts.map(({ left, width }, index) =>
            index % labelled === 0 ? (
              <span
                key={left}
                className={clsx(
                  'absolute -translate-x-1/2 whitespace-nowrap',
                  (index / labelled) % 2 === 1 && 'max-sm:hidden',
                )}
                style={{ left: `${left + width / 2}%` }}
              >
                {items[index]?.tick}
              </span>
            ) : null,
          )}
        </div>
      </div>
      <details>
        <summary className="thumb cursor-pointer text-primary-text underline-offset-4 hover:underline">
          Ver como tabela
        </summary>
        <PartTable parts={data.partes} onAsk={onAsk} />
      </details>
    </figure>
  );
}

function Legend() {
  return (
    <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-muted">
      <Key text="Receita" className="h-3 bg-primary/50" />
      <Key text="Lucro" className="h-3 bg-primary" />
      <Key text="Líquido" className="h-0.5 bg-foreground" />
      <Key text="Receita do período anterior" className="h-0.5 bg-muted/60" />
    </figcaption>
  );
}

const Key = ({ text, className }: { text: string; className: string }) => (
  <span className="flex items-center gap-1.5">
    <span aria-hidden className={`w-3 ${className}`} />
    {text}
  </span>
);

interface PartTableProps extends Pick<SalesChartProps, 'onAsk'> {
  parts: DashboardPeriod['partes'];
}

function PartTable({ parts, onAsk }: PartTableProps) {
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
