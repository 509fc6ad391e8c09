import type { ProductName } from '@esteira/validators/products/product';
import { useCallback, useMemo, useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { toastFailure } from '../../../lib/toasts';
import type { toFilterInput } from '../list/product-search';

const NONE: ReadonlySet<string> = new Set();

export type BulkSelection = ReturnType<typeof useBulkSelection>;

interface SelectableList {
  /** Those that are loaded. */
  products: ProductName[];
  /** How many the server has; unknown while it counts. */
  total: number | undefined;
  filter: ReturnType<typeof toFilterInput>;
}

/** The products ticked on one list; another search is another list and begins with none. */
export function useBulkSelection({ products, total, filter }: SelectableList) {
  const listKey = JSON.stringify(filter);
  const [choice, setChoice] = useState({ listKey, ids: NONE, all: [] as ProductName[] });
  if (choice.listKey !== listKey) setChoice({ listKey, ids: NONE, all: [] });
  const { ids, all } = choice;
  const { gathering, gatherAll } = useWholeFilter(filter);
  const isWhole = products.length >= (total ?? 0);

  const replace = useCallback((next: Iterable<string>) => {
    setChoice((current) => ({ ...current, ids: new Set(next) }));
  }, []);
  const toggle = useCallback((id: string, ticked: boolean) => {
    setChoice((current) => {
      const next = new Set(current.ids);
      if (ticked) next.add(id);
      else next.delete(id);
      return { ...current, ids: next };
    });
  }, []);

  async function selectAll() {
    if (gathering) return;
    const chosen = isWhole ? products : await gatherAll();
    if (chosen === null) return;
    // Another search may have begun meanwhile.
    setChoice((current) =>
      current.listKey === listKey
        ? { listKey, ids: new Set(chosen.map(({ id }) => id)), all: isWhole ? [] : chosen }
        : current,
    );
  }

  const selected = useMemo(() => {
    if (ids.size === 0) return [];
    // What left a list that is loaded whole, deleted or filtered away, is no longer chosen.
    const candidates = isWhole ? products : new Map([...all, ...products].map((item) => [item.id, item]));
    return [...candidates.values()].filter((item) => ids.has(item.id));
  }, [products, all, ids, isWhole]);

  return { ids, selected, toggle, replace, selectAll, gathering, clear: () => replace(NONE) };
}

/** Asks the server for all that a filter leaves, loaded or not. */
function useWholeFilter(filter: SelectableList['filter']) {
  const utils = trpc.useUtils();
  const [gathering, setGathering] = useState(false);

  /** null: it failed, and the seller was told. */
  async function gatherAll(): Promise<ProductName[] | null> {
    setGathering(true);
    try {
      const found: ProductName[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await utils.products.names.fetch({ ...filter, cursor }, { staleTime: 0 });
        found.push(...page.itens);
        cursor = page.proximo_cursor;
      } while (cursor);
      return found;
    } catch (error) {
      toastFailure(error, 'Erro ao carregar dados');
      return null;
    } finally {
      setGathering(false);
    }
  }

  return { gathering, gatherAll };
}
