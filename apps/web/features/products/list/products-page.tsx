import type { Marketplace } from '@esteira/domain/marketplaces';
import type { Product } from '@esteira/validators/products/product';
import { Plus, Upload } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchAllSuppliersAhead, useAllSuppliers } from '../../../lib/data/use-all-suppliers';
import { useLoadFailure } from '../../../lib/data/use-load-failure';
import { lazyDialog } from '../../../lib/lazy-dialog';
import { ListViewSwitch, useListView } from '../../../lib/list-view';
import { usePhone } from '../../../lib/use-media';
import { useUrlDialog } from '../../../lib/use-url-dialog';
import { useUrlState } from '../../../lib/use-url-state';
import { ExportButton } from '../../../parts/export/export-button';
import type { PageAhead } from '../../../shell/prefetch/page-ahead';
import { Button } from '../../../ui/button';
import { SearchForm } from '../../../ui/forms/search-form';
import { PageHeader } from '../../../ui/page-header';
import { BulkBar } from '../bulk/bulk-bar';
import { useBulkSelection } from '../bulk/bulk-selection';
import { NetLine } from '../channels/channel-row';
import { ExplainNet } from '../net/explain-net';
import { PhoneActs } from './phone-acts';
import { ProductFilters } from './product-filters';
import { ProductList } from './product-list';
import { isNarrowed, NO_FILTERS, readSearch, toFilterInput, toListInput } from './product-search';
import { fetchProductsAhead, useProducts } from './use-products';

// Most visits open neither; they bring the form and the schemas with them.
const ProductDialog = lazyDialog(() => import('../form/product-dialog'), 'ProductDialog', {
  title: ({ id }) => (id === null ? 'Novo Produto' : 'Editar Produto'),
  wide: true,
});
const CsvImportDialog = lazyDialog(() => import('../csv-import/csv-import-dialog'), 'CsvImportDialog', {
  title: 'Importar CSV',
  wide: 'table',
});
const StockHistory = lazyDialog(() => import('../stock-history/stock-history-dialog'), 'StockHistoryDialog', {
  title: 'Histórico de estoque',
  wide: true,
});
// Who asks waits for the answer, not for its code alone.
const NetDialog = lazyDialog(() => import('../net/net-dialog'), 'NetDialog', {
  title: 'Por que este número?',
});
const RecentChanges = lazyDialog(() => import('../changes/recent-changes-dialog'), 'RecentChangesDialog', {
  title: 'Alterações recentes',
});

export const fetchAhead: PageAhead['fetchAhead'] = (utils, { searchParams }) => {
  fetchProductsAhead(utils, readSearch(searchParams));
  fetchAllSuppliersAhead(utils);
  NetLine.preload().catch(() => undefined);
};

export function ProductsPage() {
  const { params, set } = useUrlState();
  const search = readSearch(params);
  const listKey = JSON.stringify(toListInput(search));
  const list = useProducts(search);
  const selection = useBulkSelection({ ...list, filter: toFilterInput(search) });
  useTopOfNewList(listKey);
  const suppliers = useAllSuppliers();
  useLoadFailure(suppliers.failure, 'Erro ao carregar dados');
  const [lookingBack, setLookingBack] = useState(false);
  const { view, isChoosable, choose } = useListView('produtos');
  const importing = useUrlDialog('importar', 'changes');
  const creating = useUrlDialog('novo', 'changes');
  const editing = useUrlDialog('editar', 'changes');
  const { open: openEditor } = editing;
  const edit = useCallback((product: Product) => openEditor(product.id), [openEditor]);
  const history = useUrlDialog('historico');
  const why = useUrlDialog('porque');
  const { open: openWhy } = why;
  const explain = useCallback(
    (id: string, marketplace?: Marketplace) => openWhy(marketplace ? `${id}.${marketplace}` : id),
    [openWhy],
  );
  const dialog = creating.value ? creating : editing;
  const isPhone = usePhone();
  const acts = (
    <>
      <Button variant="ghost" className="max-sm:order-last" onClick={() => setLookingBack(true)}>
        Alterações recentes
      </Button>
      <ExportButton list="produtos" filters={toListInput(search)} />
      <Button data-changes onClick={() => importing.open('1')}>
        <Upload aria-hidden />
        Importar CSV
      </Button>
    </>
  );

  return (
    <>
      <i hidden {...(view === 'tabela' ? { 'data-wide': true } : { 'data-full-width': true })} />
      <PageHeader title="Produtos" subtitle="Gerencie e publique seu catálogo" isHiddenOnPhone>
        {acts}
        <Button data-changes variant="primary" onClick={() => creating.open('1')}>
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
        <ProductFilters search={search} suppliers={suppliers.suppliers} onChange={set}>
          {isChoosable && <ListViewSwitch view={view} onChoose={choose} />}
          {isPhone && <PhoneActs onAdd={() => creating.open('1')}>{acts}</PhoneActs>}
        </ProductFilters>
      </div>
      <BulkBar
        selection={selection}
        loaded={list.products.length}
        total={list.total}
        narrowed={isNarrowed(search)}
        isPending={list.query.isPending}
        isTable={view === 'tabela'}
      />
      <ExplainNet value={explain}>
        <ProductList
          {...list}
          selection={selection}
          narrowed={isNarrowed(search)}
          onClear={() => set(NO_FILTERS)}
          supplierNames={suppliers.names}
          view={view}
          sort={search.ordem}
          onSort={(ordem) => set({ ordem })}
          onEdit={edit}
          onShowHistory={history.open}
        />
      </ExplainNet>

      {dialog.value && (
        <ProductDialog
          id={dialog === creating ? null : dialog.value}
          sourceId={dialog === creating && dialog.value !== '1' ? dialog.value : null}
          known={list.products}
          suppliers={suppliers}
          onClose={dialog.close}
          onDuplicate={(id) => set({ editar: null, novo: id }, { replace: true })}
          onShowHistory={history.open}
        />
      )}
      {history.value && <StockHistory id={history.value} known={list.products} onClose={history.close} />}
      {why.value && <NetDialog address={why.value} known={list.products} onClose={why.close} />}
      {importing.value === '1' && <CsvImportDialog onClose={importing.close} />}
      {lookingBack && <RecentChanges onClose={() => setLookingBack(false)} />}
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
