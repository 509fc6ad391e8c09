import { ORDER_FILTERS, type OrderFilter } from '@esteira/domain/order-machine';
import type { OrderCounts } from '@esteira/validators/order-list';
import { ShoppingCart } from 'lucide-react';
import { useRetryFailed } from '../../../lib/data/use-retry-failed';
import { formatCount } from '../../../lib/format/figures';
import { detailOf } from '../../../lib/forms/problem';
import { useTitle } from '../../../lib/use-title';
import { useUrlState } from '../../../lib/use-url-state';
import { FilterButtons } from '../../../ui/forms/filter-buttons';
import { EmptyState } from '../../../ui/lists/empty-state';
import { ListStates } from '../../../ui/lists/list-states';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { PageHeader } from '../../../ui/page-header';
import { RecentStepsProvider } from '../actions/recent-steps';
import { NewOrdersButton } from '../steady/new-orders-button';
import { StepAnnouncement } from '../steady/step-announcement';
import { useSteadyOrders } from '../steady/use-steady-orders';
import { OrderList } from './order-list';
import { useArrival } from './use-arrival';
import { FILTER_NAMES, readFilter, useOrders } from './use-orders';

export function OrdersPage() {
  useTitle('Pedidos');
  const { params, set } = useUrlState();
  const filtro = readFilter(params);
  const list = useOrders(filtro);
  const { query, orders, counts } = list;
  const wanted = params.get('pedido');
  useArrival(wanted, list);

  return (
    <>
      <PageHeader title="Pedidos" subtitle="Gerencie os pedidos do Mercado Livre e da Amazon" />
      <FilterButtons
        label="Filtrar pedidos"
        value={filtro}
        options={FILTER_NAMES.map((name) => ({
          value: name,
          label: `${ORDER_FILTERS[name].label} (${counts ? formatCount(counts[name]) : '…'})`,
        }))}
        onChange={(name) => set({ filtro: name === 'todos' ? null : name, pedido: null })}
      />
      <RecentStepsProvider>
        <Orders query={query} orders={orders} counts={counts} filtro={filtro} wanted={wanted} />
      </RecentStepsProvider>
    </>
  );
}

interface OrdersProps extends Pick<ReturnType<typeof useOrders>, 'query' | 'orders'> {
  filtro: OrderFilter;
  counts: OrderCounts | undefined;
  /** The order to mark. */
  wanted: string | null;
}

function Orders({ query, orders, filtro, counts, wanted }: OrdersProps) {
  const retry = useRetryFailed();
  const steady = useSteadyOrders({ list: query.isPlaceholderData ? null : filtro, orders, wanted });
  const total = counts && counts[filtro] - steady.waiting + steady.kept;
  return (
    <>
      <NewOrdersButton count={steady.waiting} />
      <StepAnnouncement counts={counts} />
      <ListStates
        query={query}
        isEmpty={steady.orders.length === 0}
        skeleton={<OrderListSkeleton />}
        failure={{ title: 'Erro ao carregar pedidos', detail: detailOf(query.error) }}
        onRetry={retry}
        empty={
          <EmptyState
            icon={ShoppingCart}
            title="Nenhum pedido encontrado"
            description={
              filtro === 'todos'
                ? 'Quando houver vendas no Mercado Livre, elas aparecerão aqui'
                : 'Nenhum pedido com este status'
            }
          />
        }
      >
        <OrderList orders={steady.orders} total={total} wanted={wanted} busy={query.isPlaceholderData} />
      </ListStates>
    </>
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
