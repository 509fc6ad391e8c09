import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PRODUCT } from '../../../testing/samples';
import { useColumnPaste } from './use-column-paste';

type Options = Parameters<typeof useColumnPaste>[0];

type Products = Options['products'];

const list = (...ids: string[]): Products => ids.map((id) => ({ ...PRODUCT, id, versao: '1' }));

/** Pastes two stocks from product `b` on, of which the list is this one before and that one after more was loaded. */
async function pasteAtB(before: Products, after: Products) {
  const fetchNextPage = vi.fn(async () => ({ data: { pages: [{ itens: after }] }, hasNextPage: true }));
  const edit = vi.fn<Options['edit']>(async ({ changes }) => changes.length);
  const query = { hasNextPage: true, fetchNextPage } as unknown as Options['query'];
  const { result } = renderHook(() => useColumnPaste({ query, products: before, edit, onErrors: () => {} }));
  await act(() => result.current.paste({ id: 'b', campo: 'estoque', text: '1\n2' }));
  const changes = edit.mock.calls.flatMap((call) => call[0].changes);
  return {
    pasted: changes.map(({ product, depois }) => [product.id, depois]),
    outcome: result.current.outcome,
    pages: fetchNextPage.mock.calls.length,
  };
}

it('a column is pasted from its cell on, whatever came above it while more products were loaded', async () => {
  const { pasted, outcome } = await pasteAtB(list('a', 'b'), list('new', 'a', 'b', 'c', 'd'));
  expect(pasted).toEqual([
    ['b', 1],
    ['c', 2],
  ]);
  expect(outcome).toMatchObject({ taken: 2, failed: 0, beyond: 0 });
});

it('a column is pasted nowhere once the product of its cell is gone', async () => {
  const { pasted, outcome, pages } = await pasteAtB(list('a', 'b'), list('a', 'c', 'd'));
  expect(pasted).toEqual([]);
  expect(outcome).toMatchObject({ taken: 0, failed: 0, beyond: 2 });
  expect(pages).toBe(1);
});
