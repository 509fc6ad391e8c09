import { AppError } from '../errors';

interface SemaphoreLimits {
  /** Permits of one key, and of all keys together. */
  perKey?: number;
  inAll?: number;
  /** How many may wait for a permit, of one key and of all. */
  waitingOfKey?: number;
  waiting?: number;
  /** How long one may wait. */
  maxWaitMs?: number;
  /** The error of `run` for who may not wait, or waited that long. */
  refusal?: () => Error;
}

/** Gives a permit back; called twice it does nothing more. */
export type Release = () => void;

type Start = (release: Release) => void;

export interface Semaphore {
  /** Takes a permit; null when none is free. */
  tryTake(key: string): Release | null;
  /** Runs `work` with a permit. Who waits is served in a round robin over the keys, of each the oldest first. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** How many permits are taken, of one key or of all. */
  count(key?: string): number;
}

/** Bounds what is done at once in this process, by key and in all. What is not told has no limit. */
export function createSemaphore(limits: SemaphoreLimits): Semaphore {
  const line = createLine(limits);
  const permits = createPermits(limits, () => line.startNext(permits.tryTake));
  return {
    ...permits,
    async run(key, work) {
      const release = permits.tryTake(key) ?? (await line.wait(key));
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

function createPermits(
  { perKey = Number.POSITIVE_INFINITY, inAll = Number.POSITIVE_INFINITY }: SemaphoreLimits,
  onRelease: () => void,
): Omit<Semaphore, 'run'> {
  const taken = new Map<string, number>();
  let all = 0;
  const countOf = (key: string) => taken.get(key) ?? 0;

  function giveBack(key: string): void {
    all -= 1;
    if (countOf(key) > 1) taken.set(key, countOf(key) - 1);
    else taken.delete(key);
    onRelease();
  }

  return {
    tryTake(key) {
      if (all >= inAll || countOf(key) >= perKey) return null;
      all += 1;
      taken.set(key, countOf(key) + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        giveBack(key);
      };
    },
    count: (key) => (key === undefined ? all : countOf(key)),
  };
}

/** Who waits, by key. The key that comes first is served next. */
function createLine({ waitingOfKey, waiting, maxWaitMs, refusal }: SemaphoreLimits) {
  const lines = new Map<string, Start[]>();
  let all = 0;
  const refuse = refusal ?? (() => new Error('too many wait'));

  /** The key's others come after all other keys. */
  function leave(key: string, start: Start): void {
    const left = (lines.get(key) ?? []).filter((other) => other !== start);
    lines.delete(key);
    if (left.length > 0) lines.set(key, left);
    all -= 1;
  }

  return {
    startNext(tryTake: Semaphore['tryTake']): void {
      for (const [key, [start]] of lines) {
        const release = start === undefined ? null : tryTake(key);
        if (start === undefined || release === null) continue;
        leave(key, start);
        start(release);
        return;
      }
    },
    wait(key: string): Promise<Release> {
      const line = lines.get(key) ?? [];
      const isFull = (max: number | undefined, length: number) => max !== undefined && length >= max;
      if (isFull(waiting, all) || isFull(waitingOfKey, line.length)) throw refuse();
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          leave(key, start);
          reject(refuse());
        };
        const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
        const start: Start = (release) => {
          clearTimeout(timer);
          resolve(release);
        };
        lines.set(key, [...line, start]);
        all += 1;
      });
    },
  };
}

/** At most `most` at a time per seller, in this process; `take` throws `too_many` with `refusal` beyond that. */
export function createSellerSemaphore(most: number, refusal: string) {
  const semaphore = createSemaphore({ perKey: most });
  return {
    take(usuarioId: string): Release {
      const release = semaphore.tryTake(usuarioId);
      if (release === null) throw new AppError('too_many', refusal, { retryAfter: 10 });
      return release;
    },
  };
}
