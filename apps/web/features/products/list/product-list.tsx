import type { ProductSort } from '@esteira/domain/products/product-sort';
import type { Product } from '@esteira/validators/products/product';
import { Package, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useRetryFailed } from '../../../lib/data/use-retry-failed';
import { describeFailure } from '../../../lib/forms/problem';
import { ConfirmDialog } from '../../../lib/lazy-dialog';
import { lazyOffer, lazyPart } from '../../../lib/lazy-part';
import type { ListView } from '../../../lib/list-view';
import { ClearFilters } from '../../../ui/lists/clear-filters';
import { EmptyState } from '../../../ui/lists/empty-state';
import { ListStates } from '../../../ui/lists/list-states';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { Panel } from '../../../ui/panel';
import type { BulkSelection } from '../bulk/bulk-selection';
import { ProductCard } from './product-card';
import { ProductGrid } from './product-grid';
import type { useProducts } from './use-products';
import { useRemoveProduct } from './use-remove-product';

// Most visits delete nothing.

const FillExamples = lazyOffer(() => import('../../../parts/fill-examples'), 'FillExamples');

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,340px),1fr))] gap-4';

/** About seven rows of cards: the next page is there before they have been scrolled through. */
const LOAD_AHEAD_PX = 2400;

// Who looks at cards needs none of it.
const ProductTable = lazyPart(() => import('../table/product-table'), 'ProductTable', {
  fallback: <ProductListSkeleton />,
});

interface ProductListProps extends ReturnType<typeof useProducts> {
  selection: BulkSelection;
  narrowed: boolean;
  onClear: () => void;
  supplierNames: Map<string, string>;
  view: ListView;
  sort: ProductSort;
  onSort: (sort: ProductSort) => void;
  onEdit: (product: Product) => void;
  onShowHistory: (id: string) => void;
}

export function ProductList({ query, products, total, narrowed, onClear, ...props }: ProductListProps) {
  const { selection, supplierNames, view, sort, onSort, onEdit, onShowHistory } = props;
  const remove = useRemoveProduct();
  const retry = useRetryFailed();
  const [productToDelete, setProductToDelete] = useState<Product | null>(null);

  return (
    <ListStates
      query={query}
      isEmpty={products.length === 0}
      skeleton={<ProductListSkeleton />}
      failure={{ title: 'Erro ao carregar dados', ...describeFailure(query.error) }}
      onRetry={retry}
      ahead={LOAD_AHEAD_PX}
      empty={
        <EmptyState
          icon={narrowed ? SearchX : Package}
          title="Nenhum produto encontrado"
          description={
            narrowed
              ? 'Nenhum produto corresponde à busca e aos filtros.'
              : 'Adicione produtos ou importe via CSV'
          }
        >
          {narrowed ? <ClearFilters onClear={onClear} /> : <FillExamples />}
        </EmptyState>
      }
    >
      {view === 'tabela' ? (
        <ProductTable
          {...{ query, products, total, selection, narrowed, supplierNames, sort, onSort, onEdit }}
          onRemove={setProductToDelete}
        />
      ) : (
        <ProductGrid
          products={products}
          total={total}
          busy={query.isPlaceholderData}
          renderCard={(product) => (
            <ProductCard
              product={product}
              supplierName={supplierNames.get(product.fornecedor_id)}
              selected={selection.ids.has(product.id)}
              onSelect={selection.toggle}
              onEdit={onEdit}
              onShowHistory={onShowHistory}
              onRemove={setProductToDelete}
            />
          )}
        />
      )}
      {productToDelete && (
        <ConfirmDialog
          open
          onOpenChange={() => setProductToDelete(null)}
          question="Tem certeza que deseja deletar este produto?"
          subject={productToDelete.nome}
          confirmLabel="Deletar"
          destructive
          onConfirm={async () => {
            await remove.mutateAsync({ id: productToDelete.id });
            selection.toggle(productToDelete.id, false);
          }}
        />
      )}
    </ListStates>
  );
}

function ProductListSkeleton() {
  return (
    <SkeletonGroup className={GRID}>
      {Array.from({ length: 6 }, (_, index) => index).map((index) => (
        <Panel key={index} className="grid h-60 content-start gap-3 p-3 pl-9">
          <div className="flex gap-3">
            <Skeleton className="size-12" />
            <div className="grid flex-1 content-start gap-2">
              <Skeleton className="h-4 w-4/5" />
              <Skeleton className="h-3.5 w-1/2" />
            </div>
          </div>
          <Skeleton className="h-5" />
          <Skeleton className="h-26" />
        </Panel>
      ))}
    </SkeletonGroup>
  );
}
