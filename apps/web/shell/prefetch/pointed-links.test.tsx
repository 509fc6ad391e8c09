import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { seeHeading } from '../../testing/controls';
import { createOrders, FakeOrders } from '../../testing/fake-orders';
import { FakeServer } from '../../testing/fake-server';
import { closeApp, openApp, pass, until } from '../../testing/open-app';
import { listOf, ORDER, SUPPLIER } from '../../testing/samples';

afterEach(closeApp);

const getEntries = () =>
  within(screen.getByRole('navigation', { name: 'Principal' })).getAllByRole<HTMLAnchorElement>('link');

const openServer = () =>
  new FakeServer({
    'orders.list': () => listOf(ORDER),
    'suppliers.list': () => listOf(SUPPLIER),
  });

/** The reads sent from now on, in their order. */
function noteReads(server: FakeServer): () => string[] {
  const before = server.sent.length;
  return () =>
    server.sent
      .slice(before)
      .filter(({ method }) => method === 'GET')
      .map(({ call }) => call);
}

describe('what is pointed at', () => {
  it('is read ahead, and not again by the click', async () => {
    const server = openServer();
    openApp('/configuracoes/conta');
    await seeHeading('Conta');
    const entry = await until(() => screen.getByRole('link', { name: 'Fornecedores' }));
    // The first sign of a hand brings the code that follows it.
    fireEvent.pointerMove(entry);
    await pass(0);
    fireEvent.pointerOver(entry);
    await until(() => expect(server.count('suppliers.list')).toBe(1));
    await seeHeading('Conta');
    fireEvent.click(entry);
    await seeHeading('Fornecedores');
    await until(() => screen.getByRole('region', { name: 'Central' }));
    expect(server.count('suppliers.list')).toBe(1);
  });

  it('by the keyboard is read ahead too, an order from its row in the list', async () => {
    const [order = ORDER] = createOrders(1);
    const server = new FakeServer(new FakeOrders([order]).answers);
    openApp('/pedidos');
    const link = await until(() => screen.getByRole('link', { name: order.ml_order_id }));
    link.focus();
    await until(() => expect(server.count('orders.details')).toBe(1));
    fireEvent.click(link);
    await seeHeading(`Pedido #${order.ml_order_id}`);
    await until(() => screen.getByRole('region', { name: 'Andamento' }));
    expect(server.count('orders.details')).toBe(1);
  });

  it('entry after entry, and all of them again, asks for each list once', async () => {
    const server = openServer();
    // What the server does not have is asked for again.
    for (const call of ['products.list', 'products.count', 'purchasing.list', 'dashboard.stats'])
      server.answers[call] ??= () => null;
    openApp('/configuracoes/conta');
    await seeHeading('Conta');
    const reads = noteReads(server);
    for (const entry of [...getEntries(), ...getEntries()]) {
      fireEvent.pointerMove(entry);
      fireEvent.pointerOver(entry);
      // As long as a hand rests on its way.
      await pass(100);
    }
    await until(() => expect(reads()).toContain('orders.list'));
    expect(reads()).toEqual(expect.arrayContaining(['products.list', 'suppliers.list', 'purchasing.list']));
    const repeated = reads().filter(
      (name, index) => name !== 'suppliers.list' && reads().indexOf(name) !== index,
    );
    expect(repeated).toEqual([]);
  });
});
