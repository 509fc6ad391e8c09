import { AppError } from '../errors';

interface FairQueueOptions {
  /** How much runs at the same time. */
  atOnce: number;
  /** More than so many in line, of all or of one, are refused. */
  maxWaiting: number;
  maxWaitingOfOne: number;
  /** Who has waited this long is refused too. */
  maxWaitMs: number;
  /** What who is refused reads. */
  refusal: string;
}

export interface FairQueue {
  /** Runs `work` in a round robin over the keys. Throws `unavailable`: at once when too many wait, else after `maxWaitMs`. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Runs a bounded amount of work at once, in a round robin over keys: a key with much work does not delay the others. */
export function createFairQueue(limits: FairQueueOptions): FairQueue {
  /** Of each key what waits, oldest first. The key that comes first is served next. */
  const lines = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;

  function startNext(): void {
    const [first] = lines;
    if (first === undefined || running >= limits.atOnce) return;
    const [key, line] = first;
    const start = line.shift();
    lines.delete(key);
    if (line.length > 0) lines.set(key, line);
    waiting -= 1;
    running += 1;
    start?.();
  }

  function wait(key: string): Promise<void> {
    const line = lines.get(key) ?? [];
    if (waiting >= limits.maxWaiting || line.length >= limits.maxWaitingOfOne) {
      throw toRefusal(limits);
    }
    waiting += 1;
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        leaveLine(key, start);
        reject(toRefusal(limits));
      }, limits.maxWaitMs);
      line.push(start);
      lines.set(key, line);
      startNext();
    });
  }

  function leaveLine(key: string, start: () => void): void {
    const left = (lines.get(key) ?? []).filter((other) => other !== start);
    if (left.length > 0) lines.set(key, left);
    else lines.delete(key);
    waiting -= 1;
  }

  return {
    take: async (key, work) => {
      await wait(key);
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
  };
}

const toRefusal = ({ refusal }: FairQueueOptions) => new AppError('unavailable', refusal, { retryAfter: 5 });
