import { Plus, Upload } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTitle } from '../../lib/use-title';
import { useUrlState } from '../../lib/use-url-state';
import { Button } from '../../ui/button';
import { PageHeader } from '../../ui/page-header';
import { SearchForm } from '../../ui/search-form';
import { CsvImportDialog } from './csv-import-dialog';
import { ProductDialog } from './product-dialog';
import { ProductFilters } from './product-filters';
import { ProductList } from './product-list';
import { isNarrowed, readSearch } from './product-search';
import { useAllSuppliers } from './use-all-suppliers';
import { useProducts } from './use-products';

export function ProductsPage() {
  useTitle('Produtos');
  const { params, set } = useUrlState();
  const search = readSearch(params);
  const { query, products } = useProducts(search);
  const suppliers = useAllSuppliers();
  const [importing, setImporting] = useState(false);
  const editing = params.get('editar');
  const creating = params.get('novo') === '1';
  const close = useCallback(() => set({ editar: null, novo: null }, { replace: true }), [set]);

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
        <ProductFilters search={search} onChange={set} />
      </div>
      <ProductList
        query={query}
        products={products}
        narrowed={isNarrowed(search)}
        supplierNames={suppliers.names}
        onEdit={(product) => set({ editar: product.id }, { replace: true })}
      />
      {(creating || editing) && (
        <ProductDialog
          id={creating ? null : editing}
          known={products}
          suppliers={suppliers}
          onClose={close}
        />
      )}
      {importing && <CsvImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}
