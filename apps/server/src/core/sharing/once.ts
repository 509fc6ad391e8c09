/** Does the work under a key, or waits for what the first who asked under it began, however long ago. */
export type Once = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** For as long as one request lasts: what later ones look for may have been written since. */
export function createOnce(): Once {
  const begun = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>) => {
    // Under one key there is work of one kind only.
    const current = (begun.get(key) as Promise<T> | undefined) ?? work();
    begun.set(key, current);
    // What failed is tried again: on the primary, after it failed on a replica.
    current.catch(() => begun.get(key) === current && begun.delete(key));
    return current;
  };
}
