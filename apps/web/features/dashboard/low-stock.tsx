import { LOW_STOCK_LIMIT } from '@esteira/domain/products/stock';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { trpc } from '../../lib/data/trpc';
import { formatCount } from '../../lib/format/figures';
import { paths } from '../../paths';

const SHOWN = 6;

/** The warning stands from the figures alone; the names follow with their own call. */
export function LowStock({ count }: { count: number }) {
  const { data = [] } = trpc.dashboard.lowStock.useQuery();
  const shown = data.slice(0, SHOWN);
  return (
    <section
      aria-label="Estoque baixo"
      className="grid grid-cols-1 gap-3 rounded-lg border border-warning-border bg-warning-soft p-4 text-warning-text"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="flex flex-1 items-center gap-2 font-semibold text-sm">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          <span>
            {formatCount(count)} {count === 1 ? 'produto' : 'produtos'} com estoque baixo{' '}
            <span className="font-normal">(menos de {LOW_STOCK_LIMIT} unidades)</span>
          </span>
        </h2>
        <Link to={paths.lowStock} className="thumb font-medium text-[13px] underline underline-offset-4">
          Ver todos
        </Link>
      </div>
      {shown.length > 0 && (
        <ul className="tabular grid grid-cols-1 gap-x-6 gap-y-1 max-sm:gap-y-0 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map((product) => (
            <li key={product.id} className="flex items-baseline gap-2">
              <Link
                to={paths.productSearch(product.sku ?? product.nome)}
                title={product.nome}
                className="min-w-0 flex-1 truncate underline-offset-4 hover:underline max-sm:leading-10"
              >
                {product.nome}
              </Link>
              <span className="whitespace-nowrap font-medium">{formatCount(product.estoque)} un.</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
