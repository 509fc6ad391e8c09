import { fireEvent, screen, within } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, expect, it, vi } from 'vitest';
import { findButton, press, see, seeGone, seeHeading } from '../testing/controls';
import { FakeServer } from '../testing/fake-server';
import { closeApp, getToasts, openApp, until } from '../testing/open-app';
import { listOf, SUPPLIER, USER } from '../testing/samples';

afterEach(closeApp);

it('an unknown address gets a page of its own and a way back', async () => {
  new FakeServer();
  openApp('/nao-existe');
  await seeHeading('Página não encontrada');
  fireEvent.click(screen.getByRole('link', { name: 'Voltar ao início' }));
  await seeHeading('Dashboard');
});

it('a server that stops answering is said in a bar, and the screen stays', async () => {
  const server = new FakeServer({ 'suppliers.list': () => listOf() });
  openApp('/tutorial');
  await seeHeading('Tutorial');
  server.breakDown(() => true, 'cut');
  const menu = within(screen.getByRole('navigation', { name: 'Principal' }));
  fireEvent.click(menu.getByRole('link', { name: 'Fornecedores' }));
  const bar = (await see('Sem conexão com o servidor')).closest<HTMLElement>('[role="status"]');
  if (bar === null) throw new Error('the sentence stands in no bar');
  server.breakDown(() => false);
  fireEvent.click(within(bar).getByText('Tentar novamente'));
  await see('Nenhum fornecedor cadastrado');
  await seeGone('Sem conexão com o servidor');
  await seeHeading('Fornecedores');
});

it('the menu of a narrow screen is a drawer, which closes on the page that it leads to', async () => {
  new FakeServer();
  const media = { addEventListener() {}, removeEventListener() {} };
  vi.stubGlobal('matchMedia', (query: string) => ({ ...media, matches: query === '(width < 64rem)' }));
  openApp('/tutorial');
  await press('Abrir menu');
  const menu = await until(() => screen.getByRole('dialog', { name: 'Menu' }));
  fireEvent.click(within(menu).getByRole('link', { name: /^Pedidos/ }));
  await seeHeading('Pedidos');
  await until(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull());
});

it('the menu has the order of the day, and whose account it is in full', async () => {
  new FakeServer();
  openApp('/tutorial');
  await seeHeading('Tutorial');
  const menu = within(screen.getByRole('navigation', { name: 'Principal' }));
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent?.replace(/\d.*/, ''))).toEqual([
    ...['Dashboard', 'Produtos', 'Fornecedores', 'Pedidos', 'Compras', 'Integrações', 'Tutorial'],
  ]);
  expect(screen.getByTitle(USER.email).className).not.toContain('truncate');
});

it('a click closes a toast', async () => {
  new FakeServer();
  openApp('/tutorial');
  await seeHeading('Tutorial');
  toast('Conta salva');
  fireEvent.click(await findButton('Dispensar aviso'));
  await until(() => expect(getToasts()).toEqual([]));
});

it('toasts appear in a polite live region', async () => {
  new FakeServer({
    'suppliers.list': () => listOf(SUPPLIER),
    'suppliers.edit': () => SUPPLIER,
    'suppliers.get': () => SUPPLIER,
  });
  openApp('/fornecedores');
  await press('Editar Central');
  fireEvent.click(await findButton('Atualizar', '[role="dialog"]'));
  const region = await until(() => screen.getByRole('region', { name: /^Notificações/ }));
  expect(region.getAttribute('aria-live')).toBe('polite');
  await until(() => within(region).getByText('Fornecedor atualizado!'));
});
