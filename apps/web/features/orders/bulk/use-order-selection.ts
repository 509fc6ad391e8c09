import { findHold } from '@esteira/domain/orders/order-attention';
import type { Order } from '@esteira/validators/orders/order';
import type { ChosenOrder } from '@esteira/validators/orders/order-bulk';
import { useCallback, useMemo } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { useSelection } from '../../../parts/bulk/use-selection';
import type { toListInput } from '../filters/order-search';

export type OrderSelection = ReturnType<typeof useOrderSelection>;

interface SelectableOrders {
  /** Those that are loaded. */
  orders: readonly Order[];
  /** Whether these are all of the list. */
  isWhole: boolean;
  filter: ReturnType<typeof toListInput>;
}

/** The orders ticked on one list; another filter is another list and begins with none, another sorting is not. */
export function useOrderSelection({ orders, isWhole, filter }: SelectableOrders) {
  const utils = trpc.useUtils();
  const { update, ...selection } = useSelection<ChosenOrder>({
    items: useMemo(() => orders.map(toChosen), [orders]),
    isWhole,
    listKey: JSON.stringify({ ...filter, ordem: null }),
    fetchAll: async () => (await utils.orders.choose.fetch(filter, { staleTime: 0 })).itens,
    failure: 'Erro ao carregar pedidos',
  });
  /** What a run has learned of orders that are not loaded. */
  const learn = useCallback(
    (statuses: ReadonlyMap<string, ChosenOrder['status']>) =>
      update((order) => ({ ...order, status: statuses.get(order.id) ?? order.status })),
    [update],
  );
  return { ...selection, learn };
}

function toChosen(order: Order): ChosenOrder {
  const { id, status, ml_order_id, produto_nome, preco_fornecedor, enviado_pelo_marketplace } = order;
  return {
    ...{ id, status, ml_order_id, produto_nome, preco_fornecedor, enviado_pelo_marketplace },
    tem_etiqueta: order.etiqueta_ml_url !== null,
    real: order.envio !== null,
    retido: findHold(order.atencoes) ?? null,
  };
}
