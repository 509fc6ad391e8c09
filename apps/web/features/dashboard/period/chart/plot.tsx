import { clsx } from 'clsx';
import { type PointerEvent, useState } from 'react';
import { type ChartItem, toReadings } from './chart-items';
import { type Chart, type listGridLines, toLines } from './chart-scale';

/** In percent of the chart: a few bars are no walls. */
const WIDEST_BAR = 16;

interface PlotProps {
  items: readonly ChartItem[];
  chart: Chart;
  lines: ReturnType<typeof listGridLines>;
}

/** The bars and lines. What one of them is worth is told by pointer, by touch, and by a slider for the keyboard. */
export function Plot({ items, chart, lines }: PlotProps) {
  const [at, setAt] = useState<number | null>(null);
  const last = items.length - 1;
  function point(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * items.length);
    setAt(Math.min(last, Math.max(0, index)));
  }
  const [item, place] = at === null ? [] : [items[at], chart.parts[at]];
  return (
    <div
      className="relative h-48 touch-pan-y rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-primary"
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setAt(null)}
    >
      <Drawing chart={chart} lines={lines} at={at} />
      <input
        type="range"
        aria-label="Vendas no gráfico"
        aria-valuetext={describe(items[at ?? last])}
        min={0}
        max={last}
        value={at ?? last}
        onChange={({ target }) => setAt(Number(target.value))}
        onFocus={() => setAt(at ?? last)}
        onBlur={() => setAt(null)}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
      {item && place && <Tooltip item={item} middle={place.left + place.width / 2} />}
    </div>
  );
}

const describe = (item: ChartItem | undefined) =>
  item &&
  `${item.label}: ${toReadings(item)
    .map((reading) => reading.join(' '))
    .join(', ')}`;

function Tooltip({ item, middle }: { item: ChartItem; middle: number }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute bottom-full z-10 mb-1 w-56 rounded-md border border-border bg-surface p-2 text-foreground shadow-raised"
      style={{ left: `clamp(0px, ${middle}% - 7rem, 100% - 14rem)` }}
    >
      <p className="font-semibold">{item.label}</p>
      {toReadings(item).map(([name, text]) => (
        <p key={name} className="flex justify-between gap-3 last:nth-5:text-muted">
          <span>{name}</span>
          <span className="whitespace-nowrap">{text}</span>
        </p>
      ))}
    </div>
  );
}

function Drawing({ chart, lines, at }: Pick<PlotProps, 'chart' | 'lines'> & { at: number | null }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="pointer-events-none size-full overflow-visible"
    >
      {[...lines.map(({ y }) => y), chart.zero].map((y, index) => (
        <line
          // biome-ignore lint/suspicious/noArrayIndexKey: zero may lie on a line of the grid.
          key={index}
          {...{ x1: 0, x2: 100, y1: y, y2: y }}
          className={index === lines.length ? 'stroke-muted' : 'stroke-border'}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {chart.parts.map(({ left, width, revenue, profit }, index) => {
        const bar = Math.min(width * 0.8, WIDEST_BAR);
        const middle = left + width / 2;
        return (
          <g key={left}>
            {index === at && <rect x={left} width={width} height={100} className="fill-foreground/10" />}
            <Bar middle={middle} width={bar} {...revenue} className="fill-primary/50" />
            <Bar middle={middle} width={bar * 0.6} {...profit} className="fill-primary" />
          </g>
        );
      })}
      <Lines lines={toLines(chart, 'before')} className="stroke-muted/60" />
      <Lines lines={toLines(chart, 'net')} className="stroke-foreground" />
    </svg>
  );
}

function Lines({ lines, className }: { lines: readonly string[]; className: string }) {
  return lines.map((points) => {
    // A line needs two ends: one value alone is a dot.
    const isDot = !points.includes(' ');
    return (
      <polyline
        key={points}
        points={isDot ? `${points} ${points}` : points}
        className={clsx('fill-none', className, isDot ? 'stroke-8' : 'stroke-2')}
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    );
  });
}

interface BarProps {
  middle: number;
  width: number;
  top: number;
  height: number;
  className: string;
}

const Bar = ({ middle, width, top, height, className }: BarProps) => (
  <rect x={middle - width / 2} y={top} width={width} height={height} className={className} />
);
