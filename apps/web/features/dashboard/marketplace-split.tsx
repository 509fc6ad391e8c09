import { MARKETPLACE_IN, MARKETPLACE_NAMES, MARKETPLACES } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import type { DashboardStats } from '@esteira/validators/dashboards/dashboard';
import { trpc } from '../../lib/data/trpc';
import { formatCount, formatPercent } from '../../lib/format/figures';
import { FigureButton } from '../../parts/figure-button';
import { MarketplaceMark } from '../../parts/marketplace-mark';
import { Panel, PanelTitle } from '../../ui/panel';
import { toTotalAddress } from './totals/total-source';
import { useAccountFilter } from './use-account-filter';

interface MarketplaceSplitProps {
  sales: DashboardStats['vendas_por_marketplace'];
  /** Opens what makes a figure. */
  onAsk: (address: string) => void;
}

export function MarketplaceSplit({ sales, onAsk }: MarketplaceSplitProps) {
  const total = sales.mercadolivre + sales.amazon;
  const { data: accounts = [] } = trpc.dashboard.accounts.useQuery();
  const chosen = useAccountFilter().conta;
  return (
    <Panel>
      <PanelTitle>Vendas por Marketplace</PanelTitle>
      <ul className="tabular grid gap-3 p-4">
        {MARKETPLACES.map((marketplace) => {
          const share = total === 0 ? 0 : (sales[marketplace] / total) * 100;
          return (
            <li key={marketplace} className="grid gap-1.5">
              <div className="flex items-center gap-2">
                <MarketplaceMark marketplace={marketplace} />
                <span className="flex-1">{MARKETPLACE_NAMES[marketplace]}</span>
                {total === 0 ? (
                  <span className="font-medium">0</span>
                ) : (
                  <FigureButton
                    text={formatCount(sales[marketplace])}
                    label={`vendas ${MARKETPLACE_IN[marketplace]}`}
                    onClick={() => onAsk(toTotalAddress('vendas', marketplace))}
                    className="font-medium max-sm:min-w-8 max-sm:text-right"
                  />
                )}
                <span className="w-14 text-right text-[13px] text-muted">{formatPercent(share)}</span>
              </div>
              {accounts
                .filter(
                  (account) =>
                    account.marketplace === marketplace && (chosen === null || account.conta.id === chosen),
                )
                .map(({ conta, vendas, receita }) => (
                  <p key={conta.id} className="flex gap-2 text-[13px] text-muted">
                    <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{conta.nome}</span>
                    <span>{`${formatCount(vendas)} · ${formatMoney(receita)}`}</span>
                  </p>
                ))}
              <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
                <span className="block h-full rounded-full bg-primary" style={{ width: `${share}%` }} />
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
