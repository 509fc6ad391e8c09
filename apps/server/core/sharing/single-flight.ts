/** Does the work under a key once at a time: whoever comes while it runs shares its outcome. */
export type SingleFlight<T> = (key: string, work: () => Promise<T>) => Promise<T>;

/** For this process only; what must happen once on all servers together needs a lease as well. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const before = running.get(key);
    if (before !== undefined) return before;
    const current = work().finally(() => running.delete(key));
    running.set(key, current);
    return current;
  };
}
