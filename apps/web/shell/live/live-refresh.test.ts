import type { LiveChange } from '@esteira/validators/live';
import type { Product } from '@esteira/validators/products/product';
import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveRefresh } from './live-refresh';

const LIST_KEY = [['products', 'list'], { input: { limite: 48 }, type: 'infinite' }];

let queryClient: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  queryClient = new QueryClient();
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

const product = (id: string, estoque: number) => ({ id, estoque, publicado_ml: true }) as Product;
const getStock = (produto_id: string): LiveChange => ({ id: `m-${produto_id}`, tipo: 'estoque', produto_id });
const order: LiveChange = {
  id: 'e-1',
  tipo: 'pedido',
  pedido_id: 'o-1',
  ml_order_id: '1',
  produto_nome: 'Caneca',
  de: 'pendente',
  para: 'aprovado',
};

/** A query on screen; counts how often it is read. */
function watch(queryKey: unknown[]) {
  const queryFn = vi.fn(async () => 0);
  new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined);
  return queryFn;
}

function watchProducts(...ids: string[]) {
  const queryFn = vi.fn(async () => ({ itens: ids.map((id) => product(id, 10)), proximo_cursor: null }));
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: LIST_KEY,
    queryFn,
    initialPageParam: null,
    getNextPageParam: () => null,
  });
  observer.subscribe(() => undefined);
  return { queryFn, stock: () => observer.getCurrentResult().data?.pages[0]?.itens.map((p) => p.estoque) };
}

function setUp(fetchProduct = vi.fn(async (id: string) => product(id, 9))) {
  return { ...createLiveRefresh({ queryClient, fetchProduct }), fetchProduct };
}

it('reads orders and dashboard once for a burst of orders, and nothing else', async () => {
  const [list, counts, stats] = [
    ['orders', 'list'],
    ['orders', 'counts'],
    ['dashboard', 'stats'],
  ].map((path) => watch([path]));
  const suppliers = watch([['suppliers', 'list']]);
  const { refresh } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  for (let burst = 0; burst < 50; burst += 1) refresh(order);
  await vi.advanceTimersByTimeAsync(400);
  for (const query of [list, counts, stats]) expect(query).toHaveBeenCalledTimes(2);
  expect(suppliers).toHaveBeenCalledTimes(1);
});

it('puts the new stock into the list on screen without reading the list', async () => {
  const list = watchProducts('a', 'b');
  const { refresh, fetchProduct } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  refresh(getStock('a'));
  refresh(getStock('a'));
  await vi.advanceTimersByTimeAsync(400);
  expect(list.stock()).toEqual([9, 10]);
  expect(list.queryFn).toHaveBeenCalledTimes(1);
  expect(fetchProduct).toHaveBeenCalledTimes(1);
});

it('reads the list again for a product that is not in it', async () => {
  const list = watchProducts('a');
  const { refresh } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  refresh(getStock('new'));
  await vi.advanceTimersByTimeAsync(400);
  expect(list.queryFn).toHaveBeenCalledTimes(2);
});

it('reads the state of a listing that changed, and whether its product is for sale, without the list', async () => {
  const list = watchProducts('a', 'b');
  const states = ['a', 'b'].map((id) =>
    watch([['publication', 'states'], { input: { ids: [id] }, type: 'query' }]),
  );
  const { refresh, fetchProduct } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  refresh({ id: 'l-1', tipo: 'anuncio', produto_id: 'a' });
  await vi.advanceTimersByTimeAsync(400);
  expect(states.map((state) => state.mock.calls.length)).toEqual([2, 1]);
  expect(fetchProduct.mock.calls.map(([id]) => id)).toEqual(['a']);
  expect(list.queryFn).toHaveBeenCalledTimes(1);
});

it('reads the accounts again when one changed, and nothing else', async () => {
  const accounts = watch([['integrations', 'status']]);
  const orders = watch([['orders', 'list']]);
  const { refresh } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  refresh({ id: 'c-1', tipo: 'conexao' });
  await vi.advanceTimersByTimeAsync(400);
  expect([accounts.mock.calls.length, orders.mock.calls.length]).toEqual([2, 1]);
});

it.each<[LiveChange, string]>([
  [{ id: 'n-1', tipo: 'nota', pedido_id: 'o-1' }, 'orders'],
  [{ id: 'a-1', tipo: 'avisos' }, 'notices'],
  [{ ...order, de: null, para: 'pendente' }, 'notices'],
  [{ id: 'c-1', tipo: 'conexao' }, 'notices'],
  [{ id: 'l-1', tipo: 'anuncio', produto_id: 'a' }, 'notices'],
])('reads what %o changed, and no supplier', async (change, topic) => {
  const [read, suppliers] = [watch([[topic, 'list']]), watch([['suppliers', 'list']])];
  const { refresh } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  refresh(change);
  await vi.advanceTimersByTimeAsync(400);
  expect([read.mock.calls.length, suppliers.mock.calls.length]).toEqual([2, 1]);
});

it('asks for no product while none is on screen', async () => {
  const { refresh, fetchProduct } = setUp();
  refresh(getStock('a'));
  await vi.advanceTimersByTimeAsync(400);
  expect(fetchProduct).not.toHaveBeenCalled();
});

it('leaves an optimistic change alone until its mutation has ended', async () => {
  const list = watch([['orders', 'list']]);
  const { refresh } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  let finish = () => {};
  const step = new MutationObserver(queryClient, {
    mutationKey: [['orders', 'approve']],
    mutationFn: () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  });
  const sent = step.mutate();
  refresh(order);
  await vi.advanceTimersByTimeAsync(3000);
  expect(list).toHaveBeenCalledTimes(1);
  finish();
  await sent;
  await vi.advanceTimersByTimeAsync(1000);
  expect(list).toHaveBeenCalledTimes(2);
});

it('reads everything on screen again when there were too many changes', async () => {
  const suppliers = watch([['suppliers', 'list']]);
  const { refresh } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  refresh({ id: 'x', tipo: 'tudo' });
  await vi.advanceTimersByTimeAsync(400);
  expect(suppliers).toHaveBeenCalledTimes(2);
});
