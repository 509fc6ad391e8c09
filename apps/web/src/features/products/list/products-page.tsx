import type { Product } from '@esteira/validators/product';
import { Plus, Upload } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { lazyNamed } from '../../../lib/lazy-named';
import { useTitle } from '../../../lib/use-title';
import { useUrlState } from '../../../lib/use-url-state';
import { Button } from '../../../ui/button';
import { SearchForm } from '../../../ui/forms/search-form';
import { PageHeader } from '../../../ui/page-header';
import { BulkBar } from '../bulk/bulk-bar';
import { useBulkSelection } from '../bulk/bulk-selection';
import { useAllSuppliers } from '../form/use-all-suppliers';
import { ProductFilters } from './product-filters';
import { ProductList } from './product-list';
import { isNarrowed, readSearch, toFilterInput, toListInput } from './product-search';
import { useProducts } from './use-products';

// Most visits open neither; they bring the form and the schemas with them.
const ProductDialog = lazyNamed(() => import('../form/product-dialog'), 'ProductDialog');
const CsvImportDialog = lazyNamed(() => import('../csv-import/csv-import-dialog'), 'CsvImportDialog');

export function ProductsPage() {
  useTitle('Produtos');
  const { params, set } = useUrlState();
  const search = readSearch(params);
  const listKey = JSON.stringify(toListInput(search));
  const list = useProducts(search);
  const selection = useBulkSelection({ ...list, filter: toFilterInput(search) });
  useTopOfNewList(listKey);
  const suppliers = useAllSuppliers();
  const [importing, setImporting] = useState(false);
  const editing = params.get('editar');
  const creating = params.get('novo') === '1';
  const close = useCallback(() => set({ editar: null, novo: null }, { replace: true }), [set]);
  const edit = useCallback((product: Product) => set({ editar: product.id }, { replace: true }), [set]);

  return (
    <>
      <PageHeader title="Produtos" subtitle="Gerencie e publique seu catálogo">
        <Button onClick={() => setImporting(true)}>
          <Upload aria-hidden />
          Importar CSV
        </Button>
        <Button variant="primary" onClick={() => set({ novo: '1' }, { replace: true })}>
          <Plus aria-hidden />
          Adicionar Produto
        </Button>
      </PageHeader>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <SearchForm
          label="Buscar produtos"
          placeholder="Buscar por nome ou SKU"
          value={search.busca}
          onSearch={(busca) => set({ busca })}
        />
        <ProductFilters search={search} suppliers={suppliers.suppliers} onChange={set} />
      </div>
      {list.products.length > 0 && (
        <BulkBar
          selection={selection}
          loaded={list.products.length}
          total={list.total}
          narrowed={isNarrowed(search)}
        />
      )}
      <ProductList
        {...list}
        selection={selection}
        narrowed={isNarrowed(search)}
        supplierNames={suppliers.names}
        onEdit={edit}
      />
      <Suspense>
        {(creating || editing) && (
          <ProductDialog
            id={creating ? null : editing}
            known={list.products}
            suppliers={suppliers}
            onClose={close}
          />
        )}
        {importing && <CsvImportDialog onClose={() => setImporting(false)} />}
      </Suspense>
    </>
  );
}

/** Another search or filter shows another list: it is read from its top. */
function useTopOfNewList(listKey: string) {
  const shown = useRef(listKey);
  useEffect(() => {
    if (shown.current === listKey) return;
    shown.current = listKey;
    window.scrollTo({ top: 0 });
  }, [listKey]);
}
