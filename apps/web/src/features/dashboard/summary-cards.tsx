import { formatMoney, fromCents, toCents } from '@esteira/domain/money';
import { marginOf } from '@esteira/domain/profit';
import type { DashboardStats } from '@esteira/validators/dashboard';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount, formatPercent } from '../../lib/figures';
import { paths } from '../../paths';
import { salesTrend } from './sales-trend';

/** The four figures, each with the one fact that tells whether it is good. */
export function SummaryCards({ stats }: { stats: DashboardStats }) {
  const { total_vendas, receita_total, lucro_total, pedidos_pendentes } = stats;
  const cost = fromCents(toCents(receita_total) - toCents(lucro_total));
  const margin = marginOf({ preco_venda: receita_total, preco_fornecedor: cost });
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-border bg-border lg:grid-cols-4">
      <Summary label="Total de Vendas" figure={formatCount(total_vendas)}>
        {salesTrend(stats.vendas_mes) ?? 'Pedidos não cancelados'}
      </Summary>
      <Summary label="Receita Total" figure={formatMoney(receita_total)}>
        {total_vendas > 0 ? `${formatMoney(receita_total / total_vendas)} por venda` : 'Sem vendas ainda'}
      </Summary>
      <Summary label="Lucro Total" figure={formatMoney(lucro_total)}>
        {margin === null ? 'Receita menos custo' : `Margem de ${formatPercent(margin)}`}
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
      <dd className="text-[13px] text-muted">{children}</dd>
    </div>
  );
}
