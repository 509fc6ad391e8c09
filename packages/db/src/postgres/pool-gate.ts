/** No connection became free in time: the pool is busy. */
export class PoolBusyError extends Error {
  override readonly name = 'PoolBusyError';

  constructor() {
    super('No database connection became free in time.');
  }
}

interface GateOptions {
  /** How much may be going on at once. */
  places: number;
  /** How long a caller waits for a place; then its `run` rejects with `PoolBusyError`. */
  maxWaitMs: number;
  /** Whether such a failure would be everybody's: then who waits is refused with it at once. */
  isEverybodys: (error: unknown) => boolean;
}

/** See `createPoolGate`. */
export interface PoolGate {
  /** How much is going on, and how many wait. */
  count(): { busy: number; waiting: number };
  /** Runs `work` in a place, the longest waiting first, and answers or rejects as it does. */
  run<T>(work: () => PromiseLike<T>): Promise<T>;
}

interface Waiter {
  enter: () => void;
  refuse: (error: unknown) => void;
}

/**
 * Lets as many statements and transactions through to the driver as it has connections, so that none is sent behind
 * another one on the same connection: there it could neither be withdrawn nor be told how long it will take.
 */
export function createPoolGate({ places, maxWaitMs, isEverybodys }: GateOptions): PoolGate {
  let free = places;
  const waiting = new Set<Waiter>();

  function waitForPlace(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiter.refuse(new PoolBusyError()), maxWaitMs);
      const waiter: Waiter = {
        enter: () => {
          clearTimeout(timer);
          waiting.delete(waiter);
          resolve();
        },
        refuse: (error) => {
          clearTimeout(timer);
          waiting.delete(waiter);
          reject(error);
        },
      };
      waiting.add(waiter);
    });
  }

  function leave(): void {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next.enter();
  }

  return {
    count: () => ({ busy: places - free, waiting: waiting.size }),
    async run(work) {
      if (free === 0) await waitForPlace();
      else free -= 1;
      try {
        return await work();
      } catch (error) {
        if (isEverybodys(error)) for (const waiter of [...waiting]) waiter.refuse(error);
        throw error;
      } finally {
        leave();
      }
    },
  };
}
