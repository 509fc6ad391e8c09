type Load = () => Promise<unknown>;

/** What waits until a page is idle: `useLoadAhead` empties it. */
export const aheadQueue = new Set<Load>();

/** Has this code loaded once the page shows what it has read. */
export function loadAhead(load: Load): void {
  aheadQueue.add(load);
}
