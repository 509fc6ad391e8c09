import type { Page } from '@esteira/validators/wire/page';
import type { InfiniteData } from '@tanstack/react-query';

/** How a list is kept while 'Carregar mais' adds pages to it. */
export type Pages<T> = InfiniteData<Page<T>, string | null>;

/** How many entries a screen asks for at a time. */
export const PAGE_SIZE = 48;

export function itemsOf<T>(pages: { pages: Page<T>[] } | undefined): T[] {
  return pages?.pages.flatMap((page) => page.itens) ?? [];
}

/** The same pages with one entry changed; every untouched page and entry keeps its identity. */
export function patchItem<T extends { id: string }>(
  pages: Pages<T>,
  id: string,
  change: Partial<T>,
): Pages<T> {
  return patchItems(pages, new Map([[id, change]]));
}

/** The same pages with changes of many entries, by id; every untouched page and entry keeps its identity. */
export function patchItems<T extends { id: string }>(
  pages: Pages<T>,
  changes: ReadonlyMap<string, Partial<T>>,
): Pages<T> {
  const patch = (item: T) => (changes.has(item.id) ? { ...item, ...changes.get(item.id) } : item);
  return editPages(
    pages,
    ({ id }) => changes.has(id),
    (itens) => itens.map(patch),
  );
}

/** The same pages without one entry. */
export const dropItem = <T extends { id: string }>(pages: Pages<T>, id: string): Pages<T> =>
  editPages(
    pages,
    (item) => item.id === id,
    (itens) => itens.filter((item) => item.id !== id),
  );

/** The same pages, edited where an entry is meant. */
function editPages<T>(pages: Pages<T>, isMeant: (item: T) => boolean, edit: (itens: T[]) => T[]): Pages<T> {
  return {
    ...pages,
    pages: pages.pages.map((page) =>
      page.itens.some(isMeant) ? { ...page, itens: edit(page.itens) } : page,
    ),
  };
}

/** Only the beginning of a list: what follows is loaded when it is needed. */
export function firstPageOf<T>({ pages, pageParams }: Pages<T>): Pages<T> {
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}

/** Where the next page starts, as the infinite queries ask. */
export function nextCursor({ proximo_cursor }: { proximo_cursor: string | null }): string | null {
  return proximo_cursor;
}
