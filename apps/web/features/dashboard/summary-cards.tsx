import { formatMoney, fromCents, toCents } from '@esteira/domain/money';
import { marginOf } from '@esteira/domain/profit/gross-profit';
import type { DashboardStats } from '@esteira/validators/dashboards/dashboard';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount, formatPercent } from '../../lib/format/figures';
import { FigureButton } from '../../parts/figure-button';
import { paths } from '../../paths';
import { Figure } from '../../ui/figure';
import { TOTALS, type TotalName, toTotalAddress } from './totals/total-source';
import { useAccountFilter } from './use-account-filter';

/** Four in a row only where each has room for a large amount: beside the sidebar from 1200 px on. */
const SUMMARY_GRID =
  'grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-border bg-border min-[1200px]:grid-cols-4';

interface SummaryCardsProps {
  stats: DashboardStats;
  /** How many orders the total leaves out. */
  cancelled: number;
  /** Opens what makes a figure. */
  onAsk: (address: string) => void;
}

/** The four figures of all time, each with the fact that tells whether it is good. */
export function SummaryCards({ stats, cancelled, onAsk }: SummaryCardsProps) {
  const { total_vendas, receita_total, lucro_total, pedidos_pendentes } = stats;
  const cost = fromCents(toCents(receita_total) - toCents(lucro_total));
  const margin = marginOf({ preco_venda: receita_total, preco_fornecedor: cost });
  const why = total_vendas > 0 ? onAsk : undefined;
  const { narrow } = useAccountFilter();
  return (
    <dl className={SUMMARY_GRID}>
      <Summary name="vendas" onAsk={why} figure={formatCount(total_vendas)}>
        {cancelled > 0 && (
          <Link to={narrow(paths.cancelledOrders)} className={LINK}>
            {cancelled === 1 ? 'sem 1 cancelado' : `sem os ${formatCount(cancelled)} cancelados`}
          </Link>
        )}
      </Summary>
      <Summary name="receita" onAsk={why} figure={formatMoney(receita_total)}>
        {total_vendas > 0 ? `${formatMoney(receita_total / total_vendas)} por venda` : 'Sem vendas ainda'}
      </Summary>
      <Summary name="lucro" onAsk={why} figure={formatMoney(lucro_total)}>
        {margin === null ? 'Receita menos custo' : `Margem de ${formatPercent(margin)}`}
      </Summary>
      <Summary name="pendentes" onAsk={why} figure={formatCount(pedidos_pendentes)}>
        {pedidos_pendentes > 0 ? (
          <Link data-changes to={narrow(paths.pendingOrders)} className={LINK}>
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
  onAsk: ((address: string) => void) | undefined;
  children: ReactNode;
}

function Summary({ name, figure, onAsk, children }: SummaryProps) {
  return (
    <div className="tabular grid content-start gap-1 bg-surface p-4">
      <dt className="text-[13px] text-muted">{TOTALS[name]}</dt>
      <dd>
        {onAsk ? (
          <FigureButton
            text={figure}
            label={TOTALS[name]}
            onClick={() => onAsk(toTotalAddress(name))}
            className="block w-full text-left"
          >
            <Figure text={figure} />
          </FigureButton>
        ) : (
          <Figure text={figure} />
        )}
      </dd>
      {children && <dd className="grid text-[13px] text-muted">{children}</dd>}
    </div>
  );
}
