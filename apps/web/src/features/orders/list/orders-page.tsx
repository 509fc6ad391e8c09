import { ORDER_FILTERS, type OrderFilter } from '@esteira/domain/order-machine';
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
      <Orders query={query} orders={orders} total={counts?.[filtro]} filtro={filtro} wanted={wanted} />
    </>
  );
}

interface OrdersProps extends Pick<ReturnType<typeof useOrders>, 'query' | 'orders'> {
  filtro: OrderFilter;
  total: number | undefined;
  /** The order to mark. */
  wanted: string | null;
}

function Orders({ query, orders, filtro, total, wanted }: OrdersProps) {
  const retry = useRetryFailed();
  return (
    <ListStates
      query={query}
      isEmpty={orders.length === 0}
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
      <OrderList orders={orders} total={total} wanted={wanted} busy={query.isPlaceholderData} />
    </ListStates>
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
