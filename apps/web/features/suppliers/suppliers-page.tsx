import { MAX_LIMIT } from '@esteira/domain/paging';
import type { Supplier } from '@esteira/validators/products/supplier';
import { keepPreviousData } from '@tanstack/react-query';
import { Plus, SearchX, Truck } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { itemsOf, nextCursor, PAGE_SIZE } from '../../lib/data/pages';
import { trpc, type Utils } from '../../lib/data/trpc';
import { useAllSuppliers } from '../../lib/data/use-all-suppliers';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { useRetryFailed } from '../../lib/data/use-retry-failed';
import { describeFailure } from '../../lib/forms/problem';
import { lazyDialog } from '../../lib/lazy-dialog';
import { lazyOffer } from '../../lib/lazy-part';
import { useUrlDialog } from '../../lib/use-url-dialog';
import { useUrlState } from '../../lib/use-url-state';
import type { PageAhead } from '../../shell/prefetch/page-ahead';
import { Button } from '../../ui/button';
import { FilterButtons } from '../../ui/forms/filter-buttons';
import { SearchForm } from '../../ui/forms/search-form';
import { ClearFilters } from '../../ui/lists/clear-filters';
import { EmptyState } from '../../ui/lists/empty-state';
import { ListStates } from '../../ui/lists/list-states';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { PageHeader } from '../../ui/page-header';
import { Spinner } from '../../ui/spinner';
import { SupplierCard } from './supplier-card';
import { useRemoveSupplier } from './use-supplier-mutations';

// Most visits only read; the form brings the schemas with it.
const FillExamples = lazyOffer(() => import('../../parts/fill-examples'), 'FillExamples');
const SupplierDialog = lazyDialog(() => import('./supplier-dialog'), 'SupplierDialog', {
  title: ({ supplier }) => (supplier ? 'Editar Fornecedor' : 'Novo Fornecedor'),
});

const readSearch = (params: URLSearchParams) => params.get('busca') ?? '';

export const fetchAhead: PageAhead['fetchAhead'] = (utils, { searchParams }) =>
  fetchSuppliersAhead(utils, readSearch(searchParams));

export function SuppliersPage() {
  const { params, set } = useUrlState();
  const busca = readSearch(params);
  const toPay = params.get('filtro') === TO_PAY;
  const { query, suppliers } = useSuppliers(busca, toPay);
  const creating = useUrlDialog('novo', 'changes');
  const editing = useUrlDialog('editar', 'changes');
  const edited = useEdited(editing.value, suppliers, query.isSuccess);

  return (
    <>
      <PageHeader title="Fornecedores" subtitle="Gerencie seus fornecedores de dropshipping">
        <Button data-changes variant="primary" onClick={() => creating.open('1')}>
          <Plus aria-hidden />
          Adicionar Fornecedor
        </Button>
      </PageHeader>
      {(suppliers.length > 0 || busca || toPay || query.isPlaceholderData) && (
        <div className="flex flex-wrap items-center gap-2">
          <SearchForm
            label="Buscar fornecedores"
            placeholder="Buscar por nome"
            value={busca}
            onSearch={(text) => set({ busca: text })}
          />
          <FilterButtons
            label="Quais fornecedores"
            value={toPay ? TO_PAY : ''}
            options={FILTERS}
            onChange={(filtro) => set({ filtro: filtro || null })}
          />
        </div>
      )}
      <SupplierList
        {...{ query, suppliers, busca, toPay }}
        onClear={() => set({ busca: null, filtro: null })}
        onEdit={({ id }) => editing.open(id)}
      />

      {creating.value === '1' && <SupplierDialog onClose={creating.close} />}
      {edited && <SupplierDialog supplier={edited} onClose={editing.close} />}
    </>
  );
}

/** The supplier of this id, loaded or not; kept, because it may leave the list while it is being edited. */
function useEdited(id: string | null, listed: Supplier[], isListRead: boolean): Supplier | undefined {
  const [edited, setEdited] = useState<Supplier>();
  const found = listed.find((supplier) => supplier.id === id);
  const isMissing = id !== null && isListRead && !found && edited?.id !== id;
  const all = useAllSuppliers(isMissing);
  useLoadFailure(all.failure, 'Erro ao carregar fornecedores');
  const latest = found ?? (isMissing ? all.suppliers.find((supplier) => supplier.id === id) : undefined);
  if (latest && latest !== edited) setEdited(latest);
  return edited?.id === id ? edited : undefined;
}

const TO_PAY = 'a-pagar';

const FILTERS = [
  { value: '', label: 'Todos' },
  { value: TO_PAY, label: 'A pagar' },
];

/** About where the cards begin, how high they are with the gap below them, and how wide with the gap beside them. */
const TOP = 195;
const CARD = { height: 195, width: 316 };

/** About as many cards as the window shows. */
function countInSight(): number {
  const page = document.querySelector('main');
  const columns = Math.max(1, Math.floor((page?.clientWidth ?? 0) / CARD.width));
  return columns * Math.max(1, Math.round((window.innerHeight - TOP) / CARD.height));
}

interface CardsProps {
  suppliers: Supplier[];
  figures: ReturnType<typeof useSupplierFigures>;
  onEdit: (supplier: Supplier) => void;
  onRemove: (supplier: Supplier) => void;
}

/** Those in sight first, the others right after these were painted. */
function Cards({ suppliers, figures, onEdit, onRemove }: CardsProps) {
  const count = useDeferredValue(suppliers.length, useState(countInSight)[0]);
  return suppliers.slice(0, count).map((supplier) => (
    <li key={supplier.id} className="grid grid-cols-1">
      <SupplierCard
        supplier={supplier}
        figures={figures.get(supplier.id)}
        onEdit={onEdit}
        onRemove={onRemove}
      />
    </li>
  ));
}

interface SupplierListProps extends ReturnType<typeof useSuppliers> {
  busca: string;
  toPay: boolean;
  onClear: () => void;
  onEdit: (supplier: Supplier) => void;
}

function SupplierList({ query, suppliers, busca, toPay, onClear, onEdit }: SupplierListProps) {
  const remove = useRemoveSupplier();
  const retry = useRetryFailed();
  const figures = useSupplierFigures(suppliers);
  const [supplierToDelete, setSupplierToDelete] = useState<Supplier | null>(null);

  return (
    <ListStates
      query={query}
      isEmpty={suppliers.length === 0}
      skeleton={
        <div role="status" className="grid place-items-center py-20 text-muted">
          <Spinner large />
          <span className="sr-only">Carregando fornecedores</span>
        </div>
      }
      failure={{ title: 'Erro ao carregar fornecedores', ...describeFailure(query.error) }}
      onRetry={retry}
      empty={
        busca || toPay ? (
          <EmptyState
            icon={SearchX}
            title={busca ? 'Nenhum fornecedor encontrado' : 'Nada a pagar'}
            description={
              busca ? `Nada corresponde a “${busca}”.` : 'Nenhum pedido enviado espera o seu pagamento.'
            }
          >
            <ClearFilters onClear={onClear} />
          </EmptyState>
        ) : (
          <EmptyState
            icon={Truck}
            title="Nenhum fornecedor cadastrado"
            description="Adicione seu primeiro fornecedor para começar"
          >
            <FillExamples />
          </EmptyState>
        )
      }
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-4">
        <Cards {...{ suppliers, figures, onEdit, onRemove: setSupplierToDelete }} />
      </ul>
      {supplierToDelete && (
        <ConfirmDialog
          open
          onOpenChange={() => setSupplierToDelete(null)}
          question="Tem certeza que deseja deletar este fornecedor?"
          subject={supplierToDelete.nome}
          confirmLabel="Deletar"
          destructive
          onConfirm={() => remove.mutateAsync({ id: supplierToDelete.id })}
        />
      )}
    </ListStates>
  );
}

/** How many suppliers one call is asked for: as many as a page of the list has, or more. */
const SUPPLIERS_PER_CALL = 96;

/** What each supplier on screen has to do with products, orders and money; absent while it is not known. */
function useSupplierFigures(suppliers: readonly Supplier[]) {
  const calls = Array.from({ length: Math.ceil(suppliers.length / SUPPLIERS_PER_CALL) }, (_, call) =>
    suppliers.slice(call * SUPPLIERS_PER_CALL, (call + 1) * SUPPLIERS_PER_CALL).map(({ id }) => id),
  );
  const queries = trpc.useQueries((t) => calls.map((ids) => t.purchasing.figures({ ids })));
  return new Map(
    queries.flatMap(({ data = [] }) => data.map((figures) => [figures.fornecedor_id, figures] as const)),
  );
}

const toInput = (busca: string) => ({ limite: PAGE_SIZE, ...(busca ? { busca } : {}) });

/** Reads the beginning of this list before its page is opened. */
function fetchSuppliersAhead(utils: Utils, busca: string): void {
  void utils.suppliers.list.prefetchInfinite(toInput(busca), { getNextPageParam: nextCursor, pages: 1 });
}

/** All, newest first, or those to whom something is to be paid: the most first. */
function useSuppliers(busca: string, toPay: boolean) {
  const query = trpc.suppliers.list.useInfiniteQuery(
    { ...toInput(busca), ...(toPay ? { limite: MAX_LIMIT } : {}) },
    { getNextPageParam: nextCursor, placeholderData: keepPreviousData },
  );
  const purchases = trpc.purchasing.list.useQuery(undefined, { enabled: toPay });
  useLoadFailure(query, 'Erro ao carregar fornecedores');
  const suppliers = itemsOf(query.data);
  if (!toPay) return { query, suppliers };
  const totals = new Map(purchases.data?.fornecedores.map((each) => [each.fornecedor_id, each.pagar.total]));
  const totalOf = ({ id }: Supplier) => totals.get(id) ?? 0;
  return {
    query: {
      ...query,
      isPending: query.isPending || purchases.isPending,
      isError: query.isError || purchases.isError,
      error: query.error ?? purchases.error,
    },
    suppliers: suppliers.filter(totalOf).toSorted((a, b) => totalOf(b) - totalOf(a)),
  };
}
