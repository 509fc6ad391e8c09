import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOrders, FakeOrders } from '../../../testing/fake-orders';
import { FakeServer } from '../../../testing/fake-server';
import { click, getButton } from '../../../testing/find';
import { closeApp, openApp, until } from '../../../testing/open-app';

let desk: FakeOrders;
let server: FakeServer;
beforeEach(() => {
  localStorage.setItem('visao-pedidos', 'tabela');
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...matchMedia(query),
    matches: query === '(min-width: 768px)',
  }));
  // The dear one leaves little.
  const [dear, ...others] = createOrders(3);
  if (!dear) throw new Error('three orders were made');
  desk = new FakeOrders([{ ...dear, produto_nome: 'Sofá', preco_venda: 1999.9, lucro: 9.9 }, ...others]);
  server = new FakeServer(desk.answers);
});
afterEach(() => {
  localStorage.removeItem('visao-pedidos');
  closeApp();
});

const rows = () => [...document.querySelectorAll('tr[data-item]')];
const head = (name: string) => screen.getByRole('columnheader', { name });
const sortOf = (name: string) => head(name).getAttribute('aria-sort');
const sortBy = (name: string) => click(within(head(name)).getByRole('button'));

async function openTable(address = '/pedidos'): Promise<void> {
  openApp(address);
  await until(() => expect(rows()).toHaveLength(3));
}

it('its heads sort where the server can, and say so', async () => {
  await openTable();
  expect(sortOf('Idade')).toBe('descending');
  sortBy('Valor');
  await until(() => expect(location.search).toMatch(/ordem=maior_valor/));
  await until(() => expect(sortOf('Valor')).toBe('descending'));
  await until(() => expect(rows()[0]?.textContent).toContain('Sofá'));
  sortBy('Lucro');
  await until(() => expect(rows().at(-1)?.textContent).toContain('Sofá'));
  sortBy('Idade');
  await until(() => expect(sortOf('Idade')).toBe('ascending'));
  await until(() => expect(rows()[0]?.textContent).toContain(desk.all[2]?.ml_order_id));
  sortBy('Idade');
  await until(() => expect(location.search).toBe(''));
});

it('the box in its head ticks all orders, and the bar above takes the place of the sums', async () => {
  await openTable();
  await until(() => screen.getByText(/^3 pedidos · R\$\s2\.119,70 · lucro R\$\s79,70$/));
  const box = within(screen.getByRole('columnheader', { name: /^Selecionar/ })).getByRole<HTMLInputElement>(
    'checkbox',
    {
      name: 'Selecionar todos os 3',
    },
  );
  expect(screen.getAllByRole('checkbox', { name: 'Selecionar todos os 3' })).toHaveLength(1);
  fireEvent.click(box);
  await until(() => getButton('Aprovar (3)'));
  expect(screen.queryByText(/^3 pedidos/)).toBeNull();
  fireEvent.click(rows()[0]?.querySelector('input') as HTMLInputElement);
  expect([box.checked, box.indeterminate]).toEqual([false, true]);
});

it('a deadline within four hours is marked', async () => {
  const [soon, later] = desk.all;
  const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60_000).toISOString();
  if (soon) soon.despachar_ate = inHours(3);
  if (later) later.despachar_ate = inHours(9);
  await openTable();
  const marked = () =>
    rows().map((row) =>
      row.querySelector('[title^="Despachar até"]')?.className.includes('text-warning-text'),
    );
  await until(() => expect(marked()).toEqual([true, false, undefined]));
});

it('an order of several items says so beside the name of its product', async () => {
  const [one, ...others] = desk.all;
  const [line] = one?.itens ?? [];
  if (!one || !line) throw new Error('an order has a line');
  const itens = [1, 2, 3].map((numero) => ({ ...line, numero }));
  desk = new FakeOrders([{ ...one, itens }, ...others]);
  server = new FakeServer(desk.answers);
  await openTable();
  const several = rows().map((row) => row.textContent);
  expect(several[0]).toContain('Sofá+2 e mais 2 itens');
  expect(several[1]).not.toContain('e mais');
});

it('is empty, and fails, in the words of the cards', async () => {
  openApp('/pedidos?busca=inexistente');
  await until(() => screen.getByText('Nenhum pedido com estes filtros'));
  expect(document.querySelector('table')).toBeNull();
  cleanup();
  server.breakDown((call) => call === 'orders.list', 'cut');
  openApp('/pedidos');
  const failure = await until(() => {
    const found = document.querySelector<HTMLElement>('main [role="alert"]');
    expect(found?.textContent).toContain('Erro ao carregar pedidos');
    return found ?? document.body;
  });
  server.breakDown(() => false);
  click(getButton('Tentar novamente', failure));
  await until(() => expect(rows()).toHaveLength(3));
});
