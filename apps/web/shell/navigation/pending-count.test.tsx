import { afterEach, expect, it } from 'vitest';
import { createOrders, FakeOrders } from '../../testing/fake-orders';
import { FakeServer } from '../../testing/fake-server';
import { click, getButton, getPart } from '../../testing/find';
import { closeApp, openApp, until } from '../../testing/open-app';

afterEach(closeApp);

const seeTitle = (title: string) => until(() => expect(document.title).toBe(title));
const entry = () => getButton(/^Pedidos/, getPart('Principal')).textContent;

it('the number of pending orders stands beside the entry and in the title, and follows sales and steps', async () => {
  const desk = new FakeOrders([]);
  const server = new FakeServer(desk.answers);
  const tellOf = (id: string, event: { de: 'pendente' | null; para: 'pendente' | 'aprovado' }) => {
    const { ml_order_id, produto_nome } = desk.find(id);
    server.tell({
      id: `${id}-${event.para}`,
      tipo: 'pedido',
      pedido_id: id,
      ml_order_id,
      produto_nome,
      ...event,
    });
  };
  const sell = (id: string) => {
    for (const order of createOrders(1, { id })) desk.add(order);
    tellOf(id, { de: null, para: 'pendente' });
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
    tellOf(id, { de: 'pendente', para: 'aprovado' });
  }
  await seeTitle('Produtos · Esteira');
  click(getButton('Sair'));
  await until(() => expect(location.pathname).toBe('/login'));
  await until(() => expect(document.title).not.toMatch(/^\(|^Produtos/));
});
