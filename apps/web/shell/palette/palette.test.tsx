import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findButton, seeHeading } from '../../testing/controls';
import { FakeServer } from '../../testing/fake-server';
import { closeApp, fill, openApp, pass, until } from '../../testing/open-app';
import { listOf, ORDER, PRODUCT, SUPPLIER } from '../../testing/samples';

afterEach(() => {
  closeApp();
  localStorage.clear();
  document.documentElement.classList.remove('dark');
});

const focused = () => document.activeElement ?? document.body;
const key = (name: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(focused(), { key: name, ...init });
const getPalette = () => screen.getByRole('dialog', { name: 'Buscar e ir para' });
const isClosed = () =>
  until(() => expect(screen.queryByRole('dialog', { name: 'Buscar e ir para' })).toBeNull());
const findDialog = (name: string) => until(() => screen.getByRole('dialog', { name }));
const seeAddress = (address: string) =>
  until(() => expect(location.pathname + location.search).toBe(address));
const isWithoutDialog = () => until(() => expect(screen.queryByRole('dialog')).toBeNull());

async function openByKeys(): Promise<HTMLElement> {
  key('k', { ctrlKey: true });
  return until(() => {
    const field = within(getPalette()).getByRole('combobox');
    expect(document.activeElement).toBe(field);
    return field;
  });
}

/** Types into the palette and takes the first of what it offers. */
async function take(text: string): Promise<void> {
  fill(await openByKeys(), text);
  await pass(0);
  key('Enter');
}

const getOptions = () =>
  within(getPalette())
    .getAllByRole('option')
    .map((option) => option.textContent);

async function open(path: string, heading: string) {
  // What the lists scroll into sight has no layout here.
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  const server = new FakeServer({
    'orders.list': () => listOf(ORDER),
    'products.list': () => listOf(PRODUCT),
    'products.count': () => ({ total: 1 }),
    'suppliers.list': () => listOf(SUPPLIER),
  });
  openApp(path);
  await seeHeading(heading);
  return server;
}

describe('the command palette', () => {
  it('leads by keyboard alone to pages, actions and lists, and gives the focus back', async () => {
    await open('/produtos', 'Produtos');
    const add = await findButton('Adicionar Produto');
    add.focus();
    await openByKeys();
    key('Escape');
    await isClosed();
    await until(() => expect(document.activeElement).toBe(add));

    fill(await openByKeys(), 'integracoes');
    await until(() => expect(getOptions()[0]).toBe('Integrações'));
    key('Enter');
    await seeHeading('Integrações');

    await take('aprovar');
    await seeAddress('/pedidos?filtro=pendentes');

    await take('novo prod');
    await findDialog('Novo Produto');
    // While a dialog is open the keys open no other.
    key('k', { ctrlKey: true });
    await pass(500);
    expect(screen.queryByRole('dialog', { name: 'Buscar e ir para' })).toBeNull();
    key('Escape');
    await isWithoutDialog();

    await take('importar');
    await findDialog('Importar CSV');
    key('Escape');
    await isWithoutDialog();
    await seeAddress('/produtos');
  });

  it('changes the theme, shows the shortcuts and signs out', async () => {
    await open('/', 'Dashboard');
    await take('tema');
    await until(() => expect(document.documentElement.classList.contains('dark')).toBe(true));
    await take('atalhos');
    await findDialog('Atalhos do teclado');
    key('Escape');
    await isWithoutDialog();
    await take('sair');
    await seeAddress('/login');
    key('k', { ctrlKey: true });
    await pass(500);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks the server once typing pauses, and shows what it finds', async () => {
    const server = await open('/tutorial', 'Tutorial');
    const field = await openByKeys();
    for (const text of ['c', 'ca', 'can', 'cane', 'canec', 'caneca']) {
      fill(field, text);
      await pass(20);
    }
    await until(() =>
      expect(getOptions()).toEqual([
        'Caneca',
        `#${ORDER.ml_order_id} · ${ORDER.cliente_nome}Caneca`,
        'Central',
      ]),
    );
    expect(server.count('suppliers.list')).toBe(1);
  });
});
