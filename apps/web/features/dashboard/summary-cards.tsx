import { formatMoney, fromCents, toCents } from '@esteira/domain/money';
import { marginOf } from '@esteira/domain/profit/gross-profit';
import { getMonthSpan } from '@esteira/domain/report-period';
import type { DashboardStats, DashboardTrend } from '@esteira/validators/dashboards/dashboard';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount, formatPercent } from '../../lib/format/figures';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Figure } from '../../ui/figure';
import { monthChange, toMonthName, toSpanName } from './month-change';
import { TOTALS, type TotalName, toTotalAddress } from './totals/total-source';

/** Four in a row only where each has room for a large amount: beside the sidebar from 1200 px on. */
const SUMMARY_GRID =
  'grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-border bg-border min-[1200px]:grid-cols-4';

interface SummaryCardsProps {
  stats: DashboardStats;
  /** Absent while it loads, or when it did not. */
  trend: DashboardTrend | undefined;
  /** Opens what makes a figure. */
  onAsk: (address: string) => void;
}

/** The four figures, each with the facts that tell whether it is good. */
export function SummaryCards({ stats, trend, onAsk }: SummaryCardsProps) {
  const { total_vendas, receita_total, lucro_total, pedidos_pendentes } = stats;
  const cost = fromCents(toCents(receita_total) - toCents(lucro_total));
  const margin = marginOf({ preco_venda: receita_total, preco_fornecedor: cost });
  const sold = total_vendas > 0 ? trend : undefined;
  const why = (total: TotalName) => (total_vendas > 0 ? () => onAsk(toTotalAddress(total)) : undefined);
  return (
    <dl className={SUMMARY_GRID}>
      <Summary name="vendas" onAsk={why('vendas')} figure={formatCount(total_vendas)}>
        <ThisMonth trend={sold} figure="vendas" format={formatCount} />
        <Cancelled count={trend?.cancelados ?? 0} />
      </Summary>
      <Summary name="receita" onAsk={why('receita')} figure={formatMoney(receita_total)}>
        <p>
          {total_vendas > 0 ? `${formatMoney(receita_total / total_vendas)} por venda` : 'Sem vendas ainda'}
        </p>
        <ThisMonth trend={sold} figure="receita" format={formatMoney} />
      </Summary>
      <Summary name="lucro" onAsk={why('lucro')} figure={formatMoney(lucro_total)}>
        <p>{margin === null ? 'Receita menos custo' : `Margem de ${formatPercent(margin)}`}</p>
        <ThisMonth trend={sold} figure="lucro" format={formatMoney} />
      </Summary>
      <Summary name="pendentes" onAsk={why('pendentes')} figure={formatCount(pedidos_pendentes)}>
        {pedidos_pendentes > 0 ? (
          <Link data-changes to={paths.pendingOrders} className={LINK}>
            Aprovar pedidos
          </Link>
        ) : (
          'Nada a aprovar'
        )}
      </Summary>
    </dl>
  );
}

const LINK = 'justify-self-start text-primary-text underline-offset-4 hover:underline max-sm:py-2.5';

interface SummaryProps {
  name: TotalName;
  figure: string;
  /** Undefined where nothing makes it yet. */
  onAsk: (() => void) | undefined;
  children: ReactNode;
}

function Summary({ name, figure, onAsk, children }: SummaryProps) {
  return (
    <div className="tabular grid content-start gap-1 bg-surface p-4">
      <dt className="text-[13px] text-muted">{TOTALS[name]}</dt>
      <dd>
        <Figure text={figure} />
      </dd>
      <dd className="grid gap-0.5 text-[13px] text-muted">{children}</dd>
      {onAsk && (
        <dd>
          <Button
            variant="link"
            size="bare"
            aria-label={`Por que este número? ${TOTALS[name]}`}
            className="whitespace-normal text-left text-[13px]"
            onClick={onAsk}
          >
            Por que este número?
          </Button>
        </dd>
      )}
    </div>
  );
}

/** The way to the orders that the total leaves out, which the list of orders shows. */
function Cancelled({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Link to={paths.cancelledOrders} className={LINK}>
      {count === 1 ? 'sem 1 cancelado' : `sem os ${formatCount(count)} cancelados`}
    </Link>
  );
}

const LOOK = {
  up: { icon: TrendingUp, color: 'text-success-text' },
  down: { icon: TrendingDown, color: 'text-danger-text' },
  same: { icon: Minus, color: '' },
};

interface ThisMonthProps {
  trend: DashboardTrend | undefined;
  figure: 'vendas' | 'receita' | 'lucro';
  format: (value: number) => string;
}

/**
 * This month by itself, since the figure above is of all time, and its change against the same days of the month
 * before, whose own figure shows on hover.
 */
function ThisMonth({ trend, figure, format }: ThisMonthProps) {
  if (!trend) return null;
  const { atual, anterior } = trend;
  const change = monthChange(trend, figure);
  const month = (
    <Link
      to={paths.periodFigure(getMonthSpan(atual.mes), figure)}
      className="underline-offset-4 hover:underline"
    >
      {`${format(atual[figure])} em ${toMonthName(atual.mes)}`}
    </Link>
  );
  if (!change) return <p>{month}</p>;
  const { icon: Icon, color } = LOOK[change.direction];
  const span = toSpanName(anterior.ate);
  return (
    <p title={`${span}: ${format(anterior[figure])}`}>
      {month} ·{' '}
      <span className={`whitespace-nowrap font-medium ${color}`}>
        <Icon aria-hidden className="mr-1 inline size-3.5" />
        {change.text}
      </span>{' '}
      em relação a <span className="whitespace-nowrap">{span}</span>
    </p>
  );
}
