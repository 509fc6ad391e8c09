import { ORDER_SORTS, type OrderSort } from '@esteira/domain/orders/order-list';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import { SlidersHorizontal } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { useRetryFailed } from '../../../lib/data/use-retry-failed';
import { describeFailure } from '../../../lib/forms/problem';
import { lazyDialog } from '../../../lib/lazy-dialog';
import { lazyOffer, lazyPart } from '../../../lib/lazy-part';
import { type ListView, ListViewSwitch, readView, useListView } from '../../../lib/list-view';
import { usePhone } from '../../../lib/use-media';
import { useUrlState } from '../../../lib/use-url-state';
import { ExportButton } from '../../../parts/export/export-button';
import type { PageAhead } from '../../../shell/prefetch/page-ahead';
import { Button } from '../../../ui/button';
import { Select } from '../../../ui/forms/input';
import { SearchForm } from '../../../ui/forms/search-form';
import { ListStates } from '../../../ui/lists/list-states';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { PageHeader } from '../../../ui/page-header';
import { RecentStepsProvider } from '../actions/recent-steps';
import { OrderBulkBar, SelectAllOrders } from '../bulk/order-bulk-bar';
import { useOrderSelection } from '../bulk/use-order-selection';
import { OrderFilterButtons } from '../filters/order-filter-buttons';
import {
  countFilters,
  NO_FILTERS,
  type OrderSearch,
  readOrderSearch,
  toListInput,
  usualSort,
} from '../filters/order-search';
import { PrintUnprinted } from '../printing/print-unprinted';
import { StepAnnouncement } from '../stable-list/step-announcement';
import { useStableOrders } from '../stable-list/use-stable-orders';
import { describeTotal } from './describe-total';
import { useLoadToOrder } from './use-load-to-order';
import { countOf, fetchOrdersAhead, useOrders } from './use-orders';

const NoOrders = lazyPart(() => import('./no-orders'), 'NoOrders');
const MissingOrder = lazyOffer(() => import('./missing-order'), 'MissingOrder');
const NewOrders = lazyPart(() => import('../stable-list/new-orders'), 'NewOrders');
// A browser shows one of the two views, and always the same one.
const OrderList = lazyPart(() => import('./order-list'), 'OrderList', { fallback: <OrderListSkeleton /> });
const OrderTable = lazyPart(() => import('../table/order-table'), 'OrderTable', {
  fallback: <OrderListSkeleton />,
});

export const fetchAhead: PageAhead['fetchAhead'] = (utils, { searchParams }) => {
  fetchOrdersAhead(utils, readOrderSearch(searchParams));
  const View = readView('visao-pedidos') === 'tabela' ? OrderTable : OrderList;
  View.preload().catch(() => undefined);
};

export function OrdersPage() {
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
      {view === 'tabela' && <i hidden data-wide />}
      <PageHeader title="Pedidos" subtitle="Gerencie os pedidos do Mercado Livre e da Amazon">
        <PrintUnprinted search={search} />
        <ExportButton list="pedidos" filters={toListInput(search, new Date())} />
      </PageHeader>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <OrderFilterButtons search={search} counts={counts} listed={orders.length} onChange={set} />
        {isChoosable && <ListViewSwitch view={view} onChoose={choose} />}
      </div>
      <OrderFilters search={search} onChange={set} total={countOf(counts, search, orders.length)} />
      {isWantedMissing && <MissingOrder id={wanted} />}
      <RecentStepsProvider>
        <Orders
          query={query}
          orders={orders}
          counts={counts}
          search={search}
          wanted={wanted}
          view={view}
          onClear={() => set(NO_FILTERS)}
          onSort={(ordem) => set({ ordem: ordem === usualSort(search.filtro) ? null : ordem, pedido: null })}
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
      <NewOrdersPlace count={stable.waiting} />
      <StepAnnouncement counts={counts} isReading={query.isFetching} />
      <OrderBulkBar
        selection={selection}
        total={counted}
        isEmpty={stable.orders.length === 0}
        isPending={query.isPending}
        isTable={view === 'tabela'}
        sums={describeTotal(counts, search, orders.length)}
        aside={<SortChoice ordem={search.ordem} onSort={onSort} />}
      />
      <ListStates
        query={query}
        isEmpty={stable.orders.length === 0}
        skeleton={<OrderListSkeleton />}
        failure={{ title: 'Erro ao carregar pedidos', ...describeFailure(query.error) }}
        onRetry={retry}
        empty={<NoOrders search={search} onClear={onClear} />}
      >
        {view === 'tabela' ? (
          <OrderTable
            {...shown}
            ordem={search.ordem}
            onSort={onSort}
            selectAll={<SelectAllOrders selection={selection} total={counted} />}
          />
        ) : (
          <OrderList {...shown} />
        )}
      </ListStates>
    </>
  );
}

function SortChoice({ ordem, onSort }: { ordem: OrderSort; onSort: OrdersProps['onSort'] }) {
  return (
    <>
      <span aria-hidden className="text-[13px] text-muted max-lg:hidden">
        Ordenar:
      </span>
      <Select
        aria-label="Ordenar por"
        value={ordem}
        onChange={({ target }) => onSort(target.value as OrderSort)}
        options={Object.entries(ORDER_SORTS)}
      />
    </>
  );
}

function OrderListSkeleton() {
  return (
    <SkeletonGroup className="grid gap-3">
      {/* To the end of any window: nothing stands below that would move. */}
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <div
          key={index}
          className="grid min-h-54 content-start gap-6 rounded-lg border border-border bg-surface p-4 sm:grid-cols-4"
        >
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

const OrderFilterSheet = lazyDialog(() => import('../filters/order-filter-sheet'), 'OrderFilterSheet', {
  title: 'Filtros',
});
// Most visits work from top to bottom and filter nothing.
const OrderFilterChoices = lazyPart(() => import('../filters/order-filter-choices'), 'OrderFilterChoices', {
  fallback: <div className="h-9" />,
});

const OrderFilterChips = lazyPart(() => import('../filters/order-filter-chips'), 'OrderFilterChips');

/** The search, what else narrows the list, and behind a button the choices for it. */
function OrderFilters({ search, onChange, total }: Omit<ComponentProps<typeof OrderFilterSheet>, 'onClose'>) {
  const active = countFilters(search);
  const isPhone = usePhone();
  const [open, setOpen] = useState(false);
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
        {active > 0 && <OrderFilterChips search={search} onChange={onChange} />}
      </div>
      <div id={panel} hidden={!open}>
        {open && isPhone && (
          <OrderFilterSheet
            search={search}
            onChange={onChange}
            total={total}
            onClose={() => setOpen(false)}
          />
        )}
        {open && !isPhone && (
          <div className="grid grid-cols-1 flex-wrap items-center gap-2 sm:flex">
            <OrderFilterChoices search={search} onChange={onChange} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Orders that came while the page is scrolled down wait here: shown at once they would move what is being read. */
function NewOrdersPlace({ count }: { count: number }) {
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--head-top)+0.5rem)] z-20 flex justify-center lg:left-60"
    >
      {count > 0 && <NewOrders count={count} />}
    </div>
  );
}
