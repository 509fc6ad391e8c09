import { SearchX, ShoppingCart } from 'lucide-react';
import { Link } from 'react-router';
import { lazyOffer } from '../../../lib/lazy-part';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { ClearFilters } from '../../../ui/lists/clear-filters';
import { EmptyState } from '../../../ui/lists/empty-state';
import { isNarrowed, type OrderSearch } from '../filters/order-search';

const FillExamples = lazyOffer(() => import('../../../parts/fill-examples'), 'FillExamples');

/** In place of a list without orders. */
export function NoOrders({ search, onClear }: { search: OrderSearch; onClear: () => void }) {
  if (!isNarrowed(search)) {
    return (
      <EmptyState
        icon={ShoppingCart}
        title="Nenhum pedido encontrado"
        description={
          search.filtro === 'todos'
            ? 'Quando houver vendas no Mercado Livre, elas aparecerão aqui'
            : 'Nenhum pedido com este status'
        }
      >
        {search.filtro === 'todos' && (
          <>
            <FillExamples />

            <Button asChild>
              <Link to={paths.products}>Ir para Produtos</Link>
            </Button>
          </>
        )}
      </EmptyState>
    );
  }

  return (
    <EmptyState icon={SearchX} title="Nenhum pedido encontrado" description="Nenhum pedido com estes filtros">
      <ClearFilters onClear={onClear} />
    </EmptyState>
  );
}
