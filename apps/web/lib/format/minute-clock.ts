import { MINUTE_MS } from '@esteira/domain/durations';
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: number | undefined;

/** Draws its component again with every new minute; all of them share one timer. Returns the minute that it is. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, getMinute);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) schedule();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearTimeout(timer);
    timer = undefined;
  };
}

function schedule() {
  timer = window.setTimeout(
    () => {
      schedule();
      for (const listener of listeners) listener();
    },
    MINUTE_MS - (Date.now() % MINUTE_MS),
  );
}

function getMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS);
}
