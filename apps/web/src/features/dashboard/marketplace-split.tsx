import { MARKETPLACE_NAMES, MARKETPLACES } from '@esteira/domain/marketplaces';
import type { DashboardStats } from '@esteira/validators/dashboard';
import { formatCount, formatPercent } from '../../lib/format/figures';
import { MarketplaceMark } from '../../lib/marketplace-mark';
import { Panel, PanelTitle } from '../../ui/panel';

export function MarketplaceSplit({ sales }: { sales: DashboardStats['vendas_por_marketplace'] }) {
  const total = sales.mercadolivre + sales.amazon;
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
                <span className="font-medium">{formatCount(sales[marketplace])}</span>
                <span className="w-14 text-right text-[13px] text-muted">{formatPercent(share)}</span>
              </div>
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
