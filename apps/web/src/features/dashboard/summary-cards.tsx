import { formatMonth } from '@esteira/domain/calendar';
import { formatMoney, fromCents, toCents } from '@esteira/domain/money';
import { marginOf } from '@esteira/domain/profit';
import type { DashboardStats, DashboardTrend } from '@esteira/validators/dashboard';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount, formatPercent } from '../../lib/format/figures';
import { paths } from '../../paths';
import { monthChange } from './month-change';

interface SummaryCardsProps {
  stats: DashboardStats;
  /** Absent while it loads, or when it did not. */
  trend: DashboardTrend | undefined;
}

/** The four figures, each with the facts that tell whether it is good. */
export function SummaryCards({ stats, trend }: SummaryCardsProps) {
  const { total_vendas, receita_total, lucro_total, pedidos_pendentes } = stats;
  const cost = fromCents(toCents(receita_total) - toCents(lucro_total));
  const margin = marginOf({ preco_venda: receita_total, preco_fornecedor: cost });
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-border bg-border lg:grid-cols-4">
      <Summary label="Total de Vendas" figure={formatCount(total_vendas)}>
        <Change trend={trend} figure="vendas" format={formatCount} otherwise="Pedidos não cancelados" />
      </Summary>
      <Summary label="Receita Total" figure={formatMoney(receita_total)}>
        <p>
          {total_vendas > 0 ? `${formatMoney(receita_total / total_vendas)} por venda` : 'Sem vendas ainda'}
        </p>
        <Change trend={trend} figure="receita" format={formatMoney} />
      </Summary>
      <Summary label="Lucro Total" figure={formatMoney(lucro_total)}>
        <p>{margin === null ? 'Receita menos custo' : `Margem de ${formatPercent(margin)}`}</p>
        <Change trend={trend} figure="lucro" format={formatMoney} />
      </Summary>
      <Summary label="Pedidos Pendentes" figure={formatCount(pedidos_pendentes)}>
        {pedidos_pendentes > 0 ? (
          <Link to={paths.pendingOrders} className="text-primary-text underline-offset-4 hover:underline">
            Aprovar pedidos
          </Link>
        ) : (
          'Nada a aprovar'
        )}
      </Summary>
    </dl>
  );
}

interface SummaryProps {
  label: string;
  figure: string;
  children: ReactNode;
}

function Summary({ label, figure, children }: SummaryProps) {
  return (
    <div className="tabular grid content-start gap-1 bg-surface p-4">
      <dt className="text-[13px] text-muted">{label}</dt>
      <dd className="whitespace-nowrap font-semibold text-lg tracking-tight sm:text-2xl">{figure}</dd>
      <dd className="grid gap-0.5 text-[13px] text-muted">{children}</dd>
    </div>
  );
}

const LOOK = {
  up: { icon: TrendingUp, color: 'text-success-text' },
  down: { icon: TrendingDown, color: 'text-danger-text' },
  same: { icon: Minus, color: '' },
};

interface ChangeProps {
  trend: DashboardTrend | undefined;
  figure: 'vendas' | 'receita' | 'lucro';
  format: (value: number) => string;
  /** What stands there while there is nothing to compare with. */
  otherwise?: string;
}

/** Against the month before; the two figures themselves on hover. */
function Change({ trend, figure, format, otherwise }: ChangeProps) {
  const change = trend && monthChange(trend, figure);
  if (!trend || !change) return otherwise;
  const { icon: Icon, color } = LOOK[change.direction];
  const months = [trend.anterior, trend.atual].map(
    (month) => `${formatMonth(month.mes)}: ${format(month[figure])}`,
  );
  return (
    <p title={months.join(' · ')} className="flex flex-wrap items-center gap-x-1.5">
      <span className={`flex items-center gap-1 font-medium ${color}`}>
        <Icon aria-hidden className="size-3.5 shrink-0" />
        {change.text}
      </span>
      ante o mês anterior
    </p>
  );
}
