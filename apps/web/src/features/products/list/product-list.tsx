import type { Product } from '@esteira/validators/product';
import { Package, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useRetryFailed } from '../../../lib/data/use-retry-failed';
import { detailOf } from '../../../lib/forms/problem';
import { EmptyState } from '../../../ui/lists/empty-state';
import { ErrorState } from '../../../ui/lists/error-state';
import { LoadMore } from '../../../ui/lists/load-more';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { Panel } from '../../../ui/panel';
import type { BulkSelection } from '../bulk/bulk-selection';
import { useRemoveProduct } from '../form/use-product-mutations';
import { ProductCard } from './product-card';
import { ProductGrid } from './product-grid';
import type { useProducts } from './use-products';

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] gap-4';

/** About seven rows of cards: the next page is there before they have been scrolled through. */
const AHEAD = 2400;

interface ProductListProps extends ReturnType<typeof useProducts> {
  selection: BulkSelection;
  narrowed: boolean;
  supplierNames: Map<string, string>;
  onEdit: (product: Product) => void;
}

export function ProductList({ query, products, total, narrowed, ...props }: ProductListProps) {
  const { selection, supplierNames, onEdit } = props;
  const remove = useRemoveProduct();
  const retry = useRetryFailed();
  const [doomed, setDoomed] = useState<Product | null>(null);

  if (query.isPending) return <ProductListSkeleton />;
  if (query.isError && products.length === 0) {
    return (
      <ErrorState
        title="Erro ao carregar dados"
        description={detailOf(query.error) ?? undefined}
        onRetry={retry}
        retrying={query.isFetching}
      />
    );
  }
  if (products.length === 0) {
    return narrowed ? (
      <EmptyState
        icon={SearchX}
        title="Nenhum produto encontrado"
        description="Nenhum produto corresponde à busca e aos filtros."
      />
    ) : (
      <EmptyState
        icon={Package}
        title="Nenhum produto encontrado"
        description="Adicione produtos ou importe via CSV"
      />
    );
  }
  return (
    <>
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
            onRemove={setDoomed}
          />
        )}
      />
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        onLoad={query.fetchNextPage}
        ahead={AHEAD}
      />
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        question="Tem certeza que deseja deletar este produto?"
        subject={doomed?.nome}
        confirmLabel="Deletar"
        destructive
        onConfirm={async () => doomed && remove.mutateAsync({ id: doomed.id })}
      />
    </>
  );
}

function ProductListSkeleton() {
  return (
    <SkeletonGroup className={GRID}>
      {Array.from({ length: 6 }, (_, index) => index).map((index) => (
        <Panel key={index} className="grid gap-4 p-4">
          <div className="flex gap-3">
            <Skeleton className="size-14" />
            <div className="grid flex-1 content-start gap-2">
              <Skeleton className="h-4 w-4/5" />
              <Skeleton className="h-3.5 w-1/2" />
            </div>
          </div>
          <Skeleton className="h-10" />
          <Skeleton className="h-26" />
        </Panel>
      ))}
    </SkeletonGroup>
  );
}
