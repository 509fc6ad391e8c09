import type { Order } from '@esteira/validators/orders/order';
import type { ChosenOrder } from '@esteira/validators/orders/order-bulk';
import { useCallback, useMemo, useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { toastFailure } from '../../../lib/toasts';
import type { toListInput } from '../filters/order-search';

const NO_IDS: ReadonlySet<string> = new Set();
const NO_ORDERS: readonly ChosenOrder[] = [];

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
  const listKey = JSON.stringify({ ...filter, ordem: null });
  const [choice, setChoice] = useState({ listKey, ids: NO_IDS, all: NO_ORDERS });
  if (choice.listKey !== listKey) setChoice({ listKey, ids: NO_IDS, all: NO_ORDERS });
  const { ids, all } = choice;
  const { gathering, gatherAll } = useWholeFilter(filter);

  const replace = useCallback((next: Iterable<string>) => {
    setChoice((current) => ({ ...current, ids: new Set(next) }));
  }, []);
  const toggle = useCallback((id: string, ticked: boolean) => {
    setChoice((current) => {
      const next = new Set(current.ids);
      if (ticked) next.add(id);
      else next.delete(id);
      return { ...current, ids: next };
    });
  }, []);
  /** What a run has learned of orders that are not loaded. */
  const learn = useCallback((statuses: ReadonlyMap<string, ChosenOrder['status']>) => {
    setChoice((current) => ({
      ...current,
      all: current.all.map((order) => ({ ...order, status: statuses.get(order.id) ?? order.status })),
    }));
  }, []);

  async function selectAll() {
    if (gathering) return;
    const chosen = isWhole ? orders.map(toChosen) : await gatherAll();
    if (chosen === null) return;
    // Another filter may have been set meanwhile.
    setChoice((current) =>
      current.listKey === listKey
        ? { listKey, ids: new Set(chosen.map(({ id }) => id)), all: isWhole ? NO_ORDERS : chosen }
        : current,
    );
  }

  const selected = useMemo(() => {
    if (ids.size === 0) return [];
    const known = new Map((isWhole ? [] : all).map((order) => [order.id, order]));
    // What left a list that is loaded whole is no longer chosen.
    for (const order of orders) known.set(order.id, toChosen(order));
    return [...known.values()].filter(({ id }) => ids.has(id));
  }, [orders, all, ids, isWhole]);

  return { ids, selected, toggle, replace, learn, selectAll, gathering, clear: () => replace(NO_IDS) };
}

function toChosen(order: Order): ChosenOrder {
  const { id, status, ml_order_id, produto_nome, preco_fornecedor } = order;
  return {
    ...{ id, status, ml_order_id, produto_nome, preco_fornecedor },
    tem_etiqueta: order.etiqueta_ml_url !== null,
    real: order.envio !== null,
  };
}

/** Asks the server for all that a filter leaves, loaded or not. */
function useWholeFilter(filter: SelectableOrders['filter']) {
  const utils = trpc.useUtils();
  const [gathering, setGathering] = useState(false);

  /** null: it failed, and the seller was told. */
  async function gatherAll(): Promise<ChosenOrder[] | null> {
    setGathering(true);
    try {
      return (await utils.orders.choose.fetch(filter, { staleTime: 0 })).itens;
    } catch (error) {
      toastFailure(error, 'Erro ao carregar pedidos');
      return null;
    } finally {
      setGathering(false);
    }
  }

  return { gathering, gatherAll };
}
