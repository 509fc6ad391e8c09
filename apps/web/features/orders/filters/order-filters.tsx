import { SlidersHorizontal } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { lazyNamed } from '../../../lib/lazy-named';
import { Button } from '../../../ui/button';
import { SearchForm } from '../../../ui/forms/search-form';
import { countFilters, type OrderFiltersProps } from './order-search';

// Most visits work from top to bottom and filter nothing.
const OrderFilterChoices = lazyNamed(() => import('./order-filter-choices'), 'OrderFilterChoices');

/** The search, and behind a button the other filters and the sorting; open at once where the address has some. */
export function OrderFilters({ search, onChange }: OrderFiltersProps) {
  const active = countFilters(search);
  const [open, setOpen] = useState(active > 0 || search.ordem !== 'mais_novos');
  const panel = useId();
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchForm
          label="Buscar pedido, comprador, produto ou SKU"
          placeholder="Buscar pedido, comprador, produto ou SKU"
          value={search.busca}
          onSearch={(busca) => onChange({ busca, pedido: null })}
        />
        <Button aria-expanded={open} aria-controls={panel} onClick={() => setOpen((shown) => !shown)}>
          <SlidersHorizontal aria-hidden />
          {active === 0 ? 'Filtros' : `Filtros (${active})`}
        </Button>
      </div>
      <div id={panel} hidden={!open}>
        {open && (
          <div className="grid grid-cols-1 flex-wrap items-center gap-2 sm:flex">
            <Suspense fallback={<div className="h-9" />}>
              <OrderFilterChoices search={search} onChange={onChange} />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  );
}
