import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { PAGES } from '../../app-pages';
import { DataProvider } from '../../lib/data/data-provider';
import { useConnection } from '../../lib/live/connection-store';
import { LinkPrefetch } from './link-prefetch';

let asked: string[] = [];
let dataOf: Record<string, unknown> = {};

// What is told below is about data; code takes its time here.
beforeAll(async () => {
  for (const name of ['suppliers', 'purchasing', 'tutorial'] as const) await PAGES[name].preload();
});
beforeEach(() => {
  history.replaceState(null, '', '/');
  useConnection.setState({ reachable: true });
  asked = [];
  dataOf = { 'suppliers.list': { itens: [], proximo_cursor: null }, 'purchasing.list': { fornecedores: [] } };
  vi.stubGlobal('fetch', async (url: string) => {
    const names = new URL(url, 'http://esteira').pathname.replace('/trpc/', '').split(',');
    asked.push(...names);
    return Response.json(names.map((name) => ({ result: { data: dataOf[name] ?? null } })));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'connection');
});

function show() {
  render(
    <DataProvider>
      <LinkPrefetch />
      <a href="/fornecedores">Fornecedores</a>
      <a href="/compras">Compras</a>
      <a href="/tutorial">Tutorial</a>
      <a href="/login">Entrar</a>
    </DataProvider>,
  );
}

const press = (name: string) => act(() => fireEvent.pointerDown(screen.getByRole('link', { name })));

it('reads what the page will show first, and not again while that is fresh', async () => {
  show();
  press('Fornecedores');
  await waitFor(() => expect(asked).toEqual(['suppliers.list']));
  press('Fornecedores');
  press('Compras');
  await waitFor(() => expect(asked).toContain('purchasing.list'));
  expect(asked).toEqual(['suppliers.list', 'purchasing.list']);
});

it('asks for nothing where a page has nothing to read, or is none of the shell', async () => {
  show();
  press('Tutorial');
  press('Entrar');
  press('Compras');
  await waitFor(() => expect(asked).toEqual(['purchasing.list']));
});

it('spares who pays for every byte', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  show();
  press('Fornecedores');
  await act(() => new Promise((done) => setTimeout(done)));
  Reflect.deleteProperty(navigator, 'connection');
  press('Compras');
  await waitFor(() => expect(asked).toEqual(['purchasing.list']));
});

it('waits for a click while the server cannot be reached', async () => {
  useConnection.setState({ reachable: false });
  show();
  press('Fornecedores');
  await act(() => new Promise((done) => setTimeout(done)));
  useConnection.setState({ reachable: true });
  press('Compras');
  await waitFor(() => expect(asked).toEqual(['purchasing.list']));
});
