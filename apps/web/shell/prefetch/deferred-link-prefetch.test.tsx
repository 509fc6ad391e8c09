import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PAGES } from '../../app-pages';
import { DataProvider } from '../../lib/data/data-provider';
import { useConnection } from '../../lib/live/connection-store';
import { DeferredLinkPrefetch } from './deferred-link-prefetch';

let asked: string[] = [];

beforeEach(async () => {
  // What is told below is about data; code takes its time here.
  await PAGES.suppliers.preload();
  await import('./link-prefetch');
  history.replaceState(null, '', '/');
  useConnection.setState({ reachable: true });
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json([{ result: { data: { itens: [], proximo_cursor: null } } }]);
  });
});
afterEach(() => void vi.unstubAllGlobals());

it('fetches what the first link leads to that a hand comes to, within the moment before the press', async () => {
  render(
    <DataProvider>
      <DeferredLinkPrefetch />
      <a href="/fornecedores">Fornecedores</a>
    </DataProvider>,
  );
  const link = screen.getByRole('link');
  fireEvent.pointerDown(link);
  await act(() => new Promise((done) => setTimeout(done)));
  expect(asked).toEqual([]);
  // Only the first sign brings the code that follows the hand.
  fireEvent.pointerMove(link);
  await act(() => import('./link-prefetch'));
  fireEvent.pointerDown(link);
  await waitFor(() => expect(asked.join()).toContain('suppliers.list'), { timeout: 250 });
});
