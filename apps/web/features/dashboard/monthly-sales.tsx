import { getMonthSpan } from '@esteira/domain/report-period';
import { formatMonth } from '@esteira/domain/text/month-text';
import type { DashboardStats } from '@esteira/validators/dashboards/dashboard';
import { Link } from 'react-router';
import { formatCount } from '../../lib/format/figures';
import { paths } from '../../paths';
import { Panel, PanelTitle } from '../../ui/panel';
import { barWidth } from './bar-width';

export function MonthlySales({ months }: { months: DashboardStats['vendas_mes'] }) {
  const largest = Math.max(...months.map(({ vendas }) => vendas));
  return (
    <Panel>
      <PanelTitle>Vendas por Mês</PanelTitle>
      <ul className="tabular grid gap-2.5 p-4 max-sm:gap-0 max-sm:py-2">
        {months.map(({ mes, vendas }) => (
          <li key={mes} className="grid grid-cols-[92px_minmax(0,1fr)_64px] items-center gap-3">
            <span className="whitespace-nowrap text-[13px] text-muted">{formatMonth(mes)}</span>
            <span aria-hidden className="h-2.5 overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-primary"
                style={{ width: `${barWidth(vendas, largest)}%` }}
              />
            </span>
            <Link
              to={paths.periodFigure(getMonthSpan(mes), 'vendas')}
              title="Por que este número?"
              className="text-right font-medium underline-offset-4 hover:underline max-sm:leading-10"
            >
              {formatCount(vendas)}
              <span className="sr-only">
                {' '}
                {vendas === 1 ? 'venda' : 'vendas'} em {formatMonth(mes)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
