import type { DashboardStats } from '@esteira/validators/dashboards/dashboard';
import { formatCount } from '../../lib/format/figures';
import { Panel, PanelTitle } from '../../ui/panel';
import { toBestSellerAddress } from './totals/total-source';

interface BestSellersProps {
  products: DashboardStats['produtos_mais_vendidos'];
  /** Opens what makes a figure. */
  onAsk: (address: string) => void;
}

export function BestSellers({ products, onAsk }: BestSellersProps) {
  // Two products may bear one name: the rank tells them apart.
  const ranked = products.map((product, index) => ({ ...product, rank: index + 1 }));
  return (
    <Panel>
      <PanelTitle>Produtos Mais Vendidos</PanelTitle>
      <ol className="tabular divide-y divide-border">
        {ranked.map(({ rank, nome, vendas }) => (
          <li key={rank} className="flex items-center gap-3 px-4 py-2.5">
            <span className="w-6 shrink-0 font-semibold text-primary-text">#{rank}</span>
            <span className="min-w-0 flex-1 truncate" title={nome}>
              {nome}
            </span>
            <button
              type="button"
              title="Por que este número?"
              onClick={() => onAsk(toBestSellerAddress(rank))}
              className="thumb whitespace-nowrap text-muted underline-offset-4 hover:underline"
            >
              {formatCount(vendas)} {vendas === 1 ? 'unidade' : 'unidades'}
              <span className="sr-only"> de {nome}: por que este número?</span>
            </button>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
