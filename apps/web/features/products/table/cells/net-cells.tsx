import type { Product } from '@esteira/validators/products/product';
import { Suspense, use } from 'react';
import { lazyOffer } from '../../../../lib/lazy-named';
import { CHANNELS } from '../../channels/channels';
import { ExplainNet } from '../../net/explain-net';

// With its question to the server it is not needed to draw the table.
const NetCell = lazyOffer(() => import('../../channels/net-line'), 'NetCell');

interface NetCellsProps {
  product: Product;
  tabIndex: number;
}

/** What remains on each marketplace that has a price, in the order of the profits beside it; opens what makes it. */
export function NetCells({ product, tabIndex }: NetCellsProps) {
  const explain = use(ExplainNet);
  return (
    <button
      type="button"
      data-target
      tabIndex={tabIndex}
      title="Por que este número?"
      onClick={() => explain?.(product.id)}
      className="grid w-full justify-items-end gap-0.5 rounded leading-tight hover:underline"
    >
      <Suspense>
        {CHANNELS.map(({ marketplace, priceOf }) =>
          priceOf(product) === null ? null : (
            <NetCell key={marketplace} product={product} marketplace={marketplace} />
          ),
        )}
      </Suspense>
      <span className="sr-only">Líquido de {product.nome}: por que este número?</span>
    </button>
  );
}
