import type { OrderSort } from '@esteira/domain/orders/order-list';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import { SearchX, ShoppingCart } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { useRetryFailed } from '../../../lib/data/use-retry-failed';
import { describeFailure } from '../../../lib/forms/problem';
import { lazyNamed, lazyOffer } from '../../../lib/lazy-named';
import { type ListView, ListViewSwitch, readView, useListView } from '../../../lib/list-view';
import { useTitle } from '../../../lib/use-title';
import { useUrlState } from '../../../lib/use-url-state';
import { ExportButton } from '../../../parts/export/export-button';
import { paths } from '../../../paths';
import type { PageAhead } from '../../../shell/prefetch/page-ahead';
import { Button } from '../../../ui/button';
import { ClearFilters } from '../../../ui/lists/clear-filters';
import { EmptyState } from '../../../ui/lists/empty-state';
import { ListStates } from '../../../ui/lists/list-states';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { PageHeader } from '../../../ui/page-header';
import { RecentStepsProvider } from '../actions/recent-steps';
import { OrderBulkBar } from '../bulk/order-bulk-bar';
import { useOrderSelection } from '../bulk/use-order-selection';
import { OrderFilterButtons } from '../filters/order-filter-buttons';
import { OrderFilters } from '../filters/order-filters';
import {
  isNarrowed,
  NO_FILTERS,
  type OrderSearch,
  readOrderSearch,
  toListInput,
} from '../filters/order-search';
import { PrintUnprinted } from '../printing/print-unprinted';
import { NewOrdersButton } from '../stable-list/new-orders-button';
import { StepAnnouncement } from '../stable-list/step-announcement';
import { useStableOrders } from '../stable-list/use-stable-orders';
import { useLoadToOrder } from './use-load-to-order';
import { countOf, fetchOrdersAhead, useOrders } from './use-orders';

const FillExamples = lazyOffer(() => import('../../../parts/fill-examples'), 'FillExamples');
const MissingOrder = lazyNamed(() => import('./missing-order'), 'MissingOrder');
// A browser shows one of the two views, and always the same one.
const OrderList = lazyNamed(() => import('./order-list'), 'OrderList');
const OrderTable = lazyNamed(() => import('../table/order-table'), 'OrderTable');

export const fetchAhead: PageAhead['fetchAhead'] = (utils, { searchParams }) => {
  fetchOrdersAhead(utils, readOrderSearch(searchParams));
  const View = readView('visao-pedidos') === 'tabela' ? OrderTable : OrderList;
  View.preload().catch(() => undefined);
};

export function OrdersPage() {
  useTitle('Pedidos');
  const { params, set } = useUrlState();
  const search = readOrderSearch(params);
  const list = useOrders(search);
  const { query, orders, counts } = list;
  const wanted = params.get('pedido');
  const { view, isChoosable, choose } = useListView('pedidos');
  useLoadToOrder(wanted, list);
  const isWantedMissing = wanted !== null && !query.isPending && !orders.some(({ id }) => id === wanted);

  return (
    <>
      <PageHeader title="Pedidos" subtitle="Gerencie os pedidos do Mercado Livre e da Amazon">
        <PrintUnprinted search={search} />
        <ExportButton list="pedidos" filters={toListInput(search, new Date())} />
      </PageHeader>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <OrderFilterButtons search={search} counts={counts} listed={orders.length} onChange={set} />
        {isChoosable && <ListViewSwitch view={view} onChoose={choose} />}
      </div>
      <OrderFilters search={search} onChange={set} />
      {isWantedMissing && (
        <Suspense>
          <MissingOrder id={wanted} />
        </Suspense>
      )}
      <RecentStepsProvider>
        <Orders
          query={query}
          orders={orders}
          counts={counts}
          search={search}
          wanted={wanted}
          view={view}
          onClear={() => set(NO_FILTERS)}
          onSort={(ordem) => set({ ordem: ordem === 'mais_novos' ? null : ordem, pedido: null })}
        />
      </RecentStepsProvider>
    </>
  );
}

interface OrdersProps extends Pick<ReturnType<typeof useOrders>, 'query' | 'orders'> {
  search: OrderSearch;
  counts: OrderCounts | undefined;
  /** The order to mark. */
  wanted: string | null;
  view: ListView;
  onClear: () => void;
  onSort: (ordem: OrderSort) => void;
}

function Orders({ query, orders, search, counts, wanted, view, onClear, onSort }: OrdersProps) {
  const retry = useRetryFailed();
  const list = query.isPlaceholderData ? null : JSON.stringify(search);
  const stable = useStableOrders({ list, orders, wanted });
  const counted = countOf(counts, search, orders.length);
  const total = counted?.isExact ? counted.count - stable.waiting + stable.kept : undefined;
  const selection = useOrderSelection({
    orders: stable.orders,
    isWhole: !query.hasNextPage,
    filter: toListInput(search, new Date()),
  });
  const shown = { orders: stable.orders, total, wanted, busy: query.isPlaceholderData, selection };
  return (
    <>
      <NewOrdersButton count={stable.waiting} />
      <StepAnnouncement counts={counts} isReading={query.isFetching} />
      <OrderBulkBar selection={selection} total={counted} isEmpty={stable.orders.length === 0} />
      <ListStates
        query={query}
        isEmpty={stable.orders.length === 0}
        skeleton={<OrderListSkeleton />}
        failure={{ title: 'Erro ao carregar pedidos', ...describeFailure(query.error) }}
        onRetry={retry}
        empty={<NoOrders search={search} onClear={onClear} />}
      >
        <Suspense fallback={<OrderListSkeleton />}>
          {view === 'tabela' ? (
            <OrderTable {...shown} ordem={search.ordem} onSort={onSort} />
          ) : (
            <OrderList {...shown} />
          )}
        </Suspense>
      </ListStates>
    </>
  );
}

function NoOrders({ search, onClear }: Pick<OrdersProps, 'search' | 'onClear'>) {
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
            <Suspense>
              <FillExamples />
            </Suspense>
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

function OrderListSkeleton() {
  return (
    <SkeletonGroup className="grid gap-3">
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className="grid gap-6 rounded-lg border border-border bg-surface p-4 sm:grid-cols-4">
          {[0, 1, 2, 3].map((block) => (
            <div key={block} className="grid content-start gap-2">
              <Skeleton className="h-4 w-3/4" />
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-4 w-1/3" />
            </div>
          ))}
        </div>
      ))}
    </SkeletonGroup>
  );
}
