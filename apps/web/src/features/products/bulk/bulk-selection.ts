import type { Product } from '@esteira/validators/product';
import { useCallback, useMemo, useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

export type BulkSelection = ReturnType<typeof useBulkSelection>;

/** The products ticked on one list; another search is another list and begins with none. */
export function useBulkSelection(products: Product[], listKey: string) {
  const [choice, setChoice] = useState({ listKey, ids: NONE });
  if (choice.listKey !== listKey) setChoice({ listKey, ids: NONE });
  const { ids } = choice;

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
  // What left the list, deleted or filtered away, is no longer chosen.
  const selected = useMemo(
    () => (ids.size === 0 ? [] : products.filter(({ id }) => ids.has(id))),
    [products, ids],
  );

  return {
    ids,
    selected,
    toggle,
    replace,
    selectAll: () => replace(products.map(({ id }) => id)),
    clear: () => replace(NONE),
  };
}
