/** Whether this server takes new work, for whoever spreads requests over several servers. */
export interface Readiness {
  /** Somebody asks. False from the moment on at which the server closes. */
  ask(): boolean;
  /** The server closes. Resolves once its watchers have been told, at once without watchers. */
  close(): Promise<void>;
}

/** Who asked twice, the last time no longer ago than this, watches. */
const WATCHED_MS = 30_000;
/** After so many refusals a proxy sends nothing more, unless it was told otherwise. */
const TELL_TIMES = 3;
const TELL_WITHIN_MS = 10_000;

export function createReadiness(): Readiness {
  let asked: number[] = [];
  let told = 0;
  let isClosing = false;
  let finish: () => void = () => undefined;

  const isWatched = () => {
    const [before, last] = asked;
    return before !== undefined && last !== undefined && performance.now() - last < WATCHED_MS;
  };

  return {
    ask() {
      asked = [...asked, performance.now()].slice(-2);
      if (!isClosing) return true;
      told += 1;
      if (told >= TELL_TIMES) finish();
      return false;
    },
    async close() {
      isClosing = true;
      if (!isWatched()) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, TELL_WITHIN_MS);
        finish = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
