import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SingleFlight } from './single-flight';

/**
 * Does the work under a key once for all who ask in the same turn of the event loop, and begins it after that turn.
 * Whoever asks later shares nothing with them: what they look for may have been written since the work began.
 */
export function createSameTurn<T>(): SingleFlight<T> {
  const asked = new Map<string, Promise<T>>();
  return (key, work) => {
    const before = asked.get(key);
    if (before !== undefined) return before;
    const current = nextTurn().then(() => {
      asked.delete(key);
      return work();
    });
    asked.set(key, current);
    return current;
  };
}
