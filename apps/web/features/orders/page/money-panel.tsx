import { formatMoney } from '@esteira/domain/money';
import { marginOf } from '@esteira/domain/profit/gross-profit';
import type { Order } from '@esteira/validators/orders/order';
import { clsx } from 'clsx';
import { formatPercent } from '../../../lib/format/figures';
import { Panel } from '../../../ui/panel';
import { type MoneyLine, toBars, toWaterfall } from './waterfall';

const BARS = {
  start: 'bg-primary',
  cost: 'bg-muted/50',
  rest: 'bg-success-text',
} as const;

/** What the buyer paid, what it cost, and what remains. */
export function MoneyPanel({ order }: { order: Order }) {
  const lines = toWaterfall(order);
  const bars = toBars(lines);
  const margin = marginOf(order);
  return (
    <Panel
      heading="Valores"
      aside={
        margin !== null && <span className="text-[13px] text-muted">Margem {formatPercent(margin)}</span>
      }
    >
      <dl className="tabular grid gap-3 p-4">
        {lines.map((line, index) => (
          <div key={line.label} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
            <dt className={line.kind === 'rest' ? 'font-semibold' : 'text-muted'}>{line.label}</dt>
            <dd className={clsx('text-right', line.kind === 'rest' && 'font-semibold', toneOf(line))}>
              {formatMoney(line.amount)}
            </dd>
            <dd aria-hidden className="relative col-span-2 h-1.5 overflow-hidden rounded-full bg-sunken">
              <span
                className={clsx('absolute inset-y-0 rounded-full', barOf(line))}
                style={{ left: `${bars[index]?.left ?? 0}%`, width: `${bars[index]?.width ?? 0}%` }}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

const isLoss = ({ kind, amount }: MoneyLine) => kind === 'rest' && amount < 0;

function toneOf(line: MoneyLine): string | false {
  if (line.kind !== 'rest') return false;
  return isLoss(line) ? 'text-danger-text' : 'text-success-text';
}

function barOf(line: MoneyLine): string {
  return isLoss(line) ? 'bg-danger-text' : BARS[line.kind];
}
