/** Looks several keys up in one statement; keys that are not found have no entry. */
type LookUp<Found> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>;

interface SharedLookupOptions {
  /** Keys of one look-up at most. */
  maxKeys: number;
  /** After this time the next look-up starts, even if the current one has not returned. */
  maxWaitMs: number;
}

/**
 * Looks a key up. Calls during a look-up share the next one: many calls at once cost one statement, and no call gets
 * what was read before it.
 */
export function createSharedLookup<Found>(
  lookUp: LookUp<Found>,
  { maxKeys, maxWaitMs }: SharedLookupOptions,
): (key: string) => Promise<Found | undefined> {
  let waiting: Waiter<Found>[] = [];
  /** The look-up for which the others wait. */
  let current: object | null = null;

  function start(): void {
    if (waiting.length === 0) return;
    const asking = waiting.slice(0, maxKeys);
    waiting = waiting.slice(maxKeys);
    const mine = {};
    current = mine;
    const proceed = () => {
      clearTimeout(timer);
      if (current !== mine) return;
      current = null;
      start();
    };
    const timer = setTimeout(proceed, maxWaitMs);
    void answer(asking, () => lookUp([...new Set(asking.map(({ key }) => key))]).finally(proceed));
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (current === null) start();
    });
}

interface Waiter<Found> {
  key: string;
  resolve: (found: Found | undefined) => void;
  reject: (error: unknown) => void;
}

async function answer<Found>(
  asking: readonly Waiter<Found>[],
  lookUp: () => Promise<ReadonlyMap<string, Found>>,
): Promise<void> {
  try {
    const found = await lookUp();
    for (const { key, resolve } of asking) resolve(found.get(key));
  } catch (error) {
    for (const { reject } of asking) reject(error);
  }
}
