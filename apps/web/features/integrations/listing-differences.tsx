import { MARKETPLACE_IN } from '@esteira/domain/marketplaces';
import type { ListingDifference } from '@esteira/validators/marketplaces/stock-sync';
import { trpc } from '../../lib/data/trpc';
import { When } from '../../lib/format/when';
import { MarketplaceMark } from '../../parts/marketplace-mark';
import { Badge } from '../../ui/badge';
import { Panel } from '../../ui/panel';

const FIELDS = {
  estoque: 'Estoque',
  preco: 'Preço',
  status: 'Status',
} as const satisfies Record<ListingDifference['campo'], string>;

/** What the nightly comparison of real listings found; nothing while they agree. */
export function ListingDifferences() {
  const { data } = trpc.stockSync.differences.useQuery();
  const newest = data?.[0];
  if (!data || !newest) return null;
  return (
    <Panel
      heading="Diferenças nos anúncios"
      aside={
        <span className="text-muted">
          conferido <When date={newest.visto_em} />
        </span>
      }
    >
      <p className="px-4 pt-3 text-muted">
        O estoque é enviado de novo sozinho. Preço e status mudaram no marketplace: confira por lá ou publique
        o produto de novo.
      </p>
      <ul className="divide-y divide-border">
        {data.map((difference) => (
          <li
            key={`${difference.produto_id} ${difference.marketplace} ${difference.conta} ${difference.campo}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5"
          >
            <MarketplaceMark marketplace={difference.marketplace} />
            {difference.conta !== null && <Badge tone="neutral">{difference.conta}</Badge>}
            <span className="min-w-0 flex-1 basis-48 font-medium">{difference.produto_nome}</span>
            <span className="tabular">
              {FIELDS[difference.campo]}: {difference.aqui} na Esteira, {difference.la}{' '}
              {MARKETPLACE_IN[difference.marketplace]}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
