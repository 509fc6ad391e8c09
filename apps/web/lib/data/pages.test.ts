import { describe, expect, it } from 'vitest';
import { dropItem, firstPageOf, itemsOf, type Pages, patchItem } from './pages';

interface Row {
  id: string;
  nome: string;
}

const pages: Pages<Row> = {
  pageParams: [null, 'b'],
  pages: [
    { itens: [{ id: '1', nome: 'A' }], proximo_cursor: 'b' },
    {
      itens: [
        { id: '2', nome: 'B' },
        { id: '3', nome: 'C' },
      ],
      proximo_cursor: null,
    },
  ],
};

describe('itemsOf', () => {
  it('lists the entries of every page in order, and none before the first answer', () => {
    expect(itemsOf(pages).map((row) => row.id)).toEqual(['1', '2', '3']);
    expect(itemsOf(undefined)).toEqual([]);
  });
});

describe('patchItem', () => {
  it('changes that entry alone and leaves the original as it was', () => {
    const patched = patchItem(pages, '2', { nome: 'X' });
    expect(itemsOf(patched).map((row) => row.nome)).toEqual(['A', 'X', 'C']);
    expect(itemsOf(pages).map((row) => row.nome)).toEqual(['A', 'B', 'C']);
    expect(patched.pages[0]).toBe(pages.pages[0]);
  });

  it('changes nothing for an unknown id', () => {
    expect(itemsOf(patchItem(pages, '9', { nome: 'X' }))).toEqual(itemsOf(pages));
  });
});

describe('dropItem', () => {
  it('removes the one entry and leaves every other page as it is', () => {
    const left = dropItem(pages, '2');
    expect(itemsOf(left).map((row) => row.id)).toEqual(['1', '3']);
    expect(left.pages[0]).toBe(pages.pages[0]);
  });
});

describe('firstPageOf', () => {
  it('keeps the first page and where the second one starts', () => {
    const first = firstPageOf(pages);
    expect(itemsOf(first).map((row) => row.id)).toEqual(['1']);
    expect(first.pageParams).toEqual([null]);
    expect(first.pages.at(-1)?.proximo_cursor).toBe('b');
  });
});
