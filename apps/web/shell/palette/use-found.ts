import { useEffect, useState } from 'react';
import { trpc } from '../../lib/data/trpc';
import { paths } from '../../paths';

const DEBOUNCE_MS = 200;
const SHOWN = 5;
/** One letter would find nearly everything. */
const MIN_LETTERS = 2;

/** An entry that the server found, and where it leads. */
export interface Found {
  id: string;
  label: string;
  detail: string | null;
  path: string;
}

/** Orders, products and suppliers that hold what is typed, as soon as typing pauses; what is no longer wanted is aborted. */
export function useFound(typed: string) {
  const wanted = typed.trim();
  const text = useDebounced(wanted);
  const isWanted = text.length >= MIN_LETTERS;
  const input = { busca: text, limite: SHOWN };
  const options = { enabled: isWanted, trpc: { abortOnUnmount: true } };
  const orders = trpc.orders.list.useQuery(input, options);
  const products = trpc.products.list.useQuery(input, options);
  const suppliers = trpc.suppliers.list.useQuery(input, options);
  const queries = [orders, products, suppliers];
  return {
    isSearching:
      wanted.length >= MIN_LETTERS && (wanted !== text || queries.some(({ isFetching }) => isFetching)),
    isFailed: isWanted && queries.some(({ isError }) => isError),
    orders: (orders.data?.itens ?? []).map(
      (order): Found => ({
        id: order.id,
        label: `#${order.ml_order_id} · ${order.cliente_nome}`,
        detail: order.produto_nome,
        path: paths.orderPage(order.id),
      }),
    ),
    products: (products.data?.itens ?? []).map(
      ({ id, nome, sku }): Found => ({
        id,
        label: nome,
        detail: sku,
        path: paths.productSearch(sku ?? nome),
      }),
    ),
    suppliers: (suppliers.data?.itens ?? []).map(
      ({ id, nome, contato }): Found => ({
        id,
        label: nome,
        detail: contato,
        path: paths.supplierSearch(nome),
      }),
    ),
  };
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
