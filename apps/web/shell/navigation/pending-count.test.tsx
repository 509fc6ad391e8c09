import type { LiveChange } from '@esteira/validators/live';
import type { Order } from '@esteira/validators/orders/order';
import { afterEach, expect, it } from 'vitest';
import { createOrders, FakeOrders } from '../../testing/fake-orders';
import { FakeServer } from '../../testing/fake-server';
import { click, getButton, getPart } from '../../testing/find';
import { closeApp, getToasts, openApp, until } from '../../testing/open-app';

afterEach(closeApp);

const seeTitle = (title: string) => until(() => expect(document.title).toBe(title));
const step = ({ id: pedido_id, ml_order_id, produto_nome }: Order, de: 'pendente' | null): LiveChange => ({
  ...{ id: `${pedido_id}-${de}`, tipo: 'pedido', pedido_id, ml_order_id, produto_nome, de },
  para: de === null ? 'pendente' : 'aprovado',
});
const entry = () => getButton(/^Pedidos/, getPart('Principal')).textContent;

it('the number of pending orders stands beside the entry and in the title, and follows sales and steps', async () => {
  const desk = new FakeOrders([]);
  const server = new FakeServer(desk.answers);
  const sell = (id: string) => {
    for (const order of createOrders(1, { id })) desk.add(order);
    server.tell(step(desk.find(id), null));
  };
  openApp('/pedidos');
  await seeTitle('Pedidos · Esteira');
  await until(() => expect(entry()).toBe('Pedidos'));
  sell('o1');
  await seeTitle('(1) Pedidos · Esteira');
  expect(entry()).toMatch(/1 pendente$/);
  sell('o2');
  await seeTitle('(2) Pedidos · Esteira');
  expect(entry()).toMatch(/2 pendentes$/);
  click(getButton('Produtos', getPart('Principal')));
  await seeTitle('(2) Produtos · Esteira');
  for (const id of ['o1', 'o2']) {
    desk.take(id, 'approve');
    server.tell(step(desk.find(id), 'pendente'));
  }
  await seeTitle('Produtos · Esteira');
  click(getButton('Sair'));
  await until(() => expect(location.pathname).toBe('/login'));
  await until(() => expect(document.title).not.toMatch(/^\(|^Produtos/));
});

it('a sale of just before the page hears of changes is counted, and not told as news', async () => {
  const desk = new FakeOrders([]);
  const server = new FakeServer(desk.answers);
  const [order] = createOrders(1, { id: 'o1', produto_nome: 'Caneca' });
  server.justWritten = () => {
    if (order === undefined) return [];
    desk.add(order);
    return [step(order, null)];
  };
  openApp('/pedidos');
  await seeTitle('(1) Pedidos · Esteira');
  for (const next of createOrders(1, { id: 'o2', produto_nome: 'Prato' })) {
    desk.add(next);
    server.tell(step(next, null));
  }
  await until(() => expect(getToasts('Novo pedido: Prato')).toHaveLength(1));
  expect(getToasts('Novo pedido: Caneca')).toEqual([]);
});
