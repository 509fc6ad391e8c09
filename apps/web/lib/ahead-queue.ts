import { useConnection } from './live/connection-store';

type Load = () => Promise<unknown>;

/** What waits until a page is idle: `useLoadAhead` empties it. */
export const aheadQueue = new Set<Load>();

/** Has this code loaded once the page shows what it has read. */
export function loadAhead(load: Load): void {
  aheadQueue.add(load);
}

/** Nothing is loaded ahead with the browser's data saver, or while the server cannot be reached. */
export function isSparing(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || !useConnection.getState().reachable;
}
