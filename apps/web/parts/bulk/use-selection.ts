import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toastFailure } from '../../lib/toasts';

const NONE: ReadonlySet<string> = new Set();

interface SelectableList<Item> {
  /** Those that are loaded. */
  items: readonly Item[];
  /** Whether these are all of the list. */
  isWhole: boolean;
  /** Another key is another list, which begins with none ticked. */
  listKey: string;
  /** Asks the server for all of the list, loaded or not. */
  fetchAll: () => Promise<readonly Item[]>;
  /** What the seller reads when that fails. */
  failure: string;
}

/** The items ticked on one list, whether or not they are loaded. `update` changes what is known of those that are not. */
export function useSelection<Item extends { id: string }>(list: SelectableList<Item>) {
  const { items, isWhole, listKey } = list;
  const none = { listKey, ids: NONE, all: [] as readonly Item[] };
  const [choice, setChoice] = useState(none);
  if (choice.listKey !== listKey) setChoice(none);
  const { ids, all } = choice;
  const { gathering, gatherAll } = useGatherAll(list);

  const replace = useCallback((next: Iterable<string>) => {
    setChoice((current) => ({ ...current, ids: new Set(next) }));
  }, []);
  const loaded = useRef(items);
  useEffect(() => {
    loaded.current = items;
  }, [items]);
  const toggle = useCallback((id: string, ticked: boolean) => {
    // Another sorting may show it no longer.
    const item = loaded.current.find((each) => each.id === id);
    setChoice((current) => {
      const next = new Set(current.ids);
      if (ticked) next.add(id);
      else next.delete(id);
      const others = current.all.filter((each) => each.id !== id);
      return { ...current, ids: next, all: ticked && item ? [...others, item] : others };
    });
  }, []);
  const update = useCallback((change: (item: Item) => Item) => {
    setChoice((current) => ({ ...current, all: current.all.map(change) }));
  }, []);

  async function selectAll() {
    if (gathering) return;
    const chosen = isWhole ? items : await gatherAll();
    if (chosen === null) return;
    // Another filter may have been set meanwhile.
    setChoice((current) =>
      current.listKey === listKey
        ? { listKey, ids: new Set(chosen.map(({ id }) => id)), all: chosen }
        : current,
    );
  }

  const selected = useMemo(() => {
    if (ids.size === 0) return [];
    // What left a list that is loaded whole, deleted or filtered away, is no longer chosen. Those in sight come first, as
    // they are now.
    const known = new Map([...items, ...(isWhole ? [] : all), ...items].map((item) => [item.id, item]));
    return [...known.values()].filter(({ id }) => ids.has(id));
  }, [items, all, ids, isWhole]);

  return { ids, selected, toggle, replace, update, selectAll, gathering, clear: () => replace(NONE) };
}

function useGatherAll<Item>({ fetchAll, failure }: SelectableList<Item>) {
  const [gathering, setGathering] = useState(false);

  /** null: it failed, and the seller was told. */
  async function gatherAll(): Promise<readonly Item[] | null> {
    setGathering(true);
    try {
      return await fetchAll();
    } catch (error) {
      toastFailure(error, failure);
      return null;
    } finally {
      setGathering(false);
    }
  }

  return { gathering, gatherAll };
}
