import { LOW_STOCK_LIMIT } from '@esteira/domain/products/stock';
import { countText } from '@esteira/domain/text/count-text';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { trpc } from '../../lib/data/trpc';
import { formatCount } from '../../lib/format/figures';
import { paths } from '../../paths';

const SHOWN = 6;

/** The warning on one line, from the figures alone; the names follow with their own call, as many as there is room for. */
export function LowStock({ count }: { count: number }) {
  const { data = [] } = trpc.dashboard.lowStock.useQuery();
  return (
    <section
      aria-label="Estoque baixo"
      className="flex items-center gap-3 rounded-lg border border-warning-border bg-warning-soft px-4 py-2.5 text-warning-text max-sm:flex-wrap"
    >
      <h2 className="flex items-center gap-2 whitespace-nowrap font-semibold text-sm">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        <span>
          {countText(count, 'produto', 'produtos')} com estoque baixo{' '}
          <span className="font-normal max-sm:hidden">(menos de {LOW_STOCK_LIMIT} unidades)</span>
        </span>
      </h2>
      {/* What does not fit wraps into a second line, which is cut off. */}
      <ul className="tabular flex h-6 min-w-0 flex-1 flex-wrap gap-x-4 overflow-hidden text-[13px] max-sm:hidden">
        {data.slice(0, SHOWN).map((product) => (
          <li key={product.id} className="flex h-6 max-w-56 items-center gap-1.5">
            <Link
              to={paths.productSearch(product.sku ?? product.nome)}
              title={product.nome}
              className="truncate underline-offset-4 hover:underline"
            >
              {product.nome}
            </Link>
            <span className="whitespace-nowrap font-medium">{formatCount(product.estoque)} un.</span>
          </li>
        ))}
      </ul>
      <Link to={paths.lowStock} className="thumb font-medium text-[13px] underline underline-offset-4">
        Ver todos
      </Link>
    </section>
  );
}
