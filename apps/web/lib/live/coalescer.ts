interface CoalescerOptions<Topic> {
  run: (topics: ReadonlySet<Topic>) => Promise<unknown>;
  /** While true, what is due waits. */
  isBusy: () => boolean;
}

/** What belongs together arrives together: a sale and the stock it took. */
const GATHER_MS = 100;
const APART_MS = 500;
/** A request that hangs must not hold back all that comes after it. */
const LONGEST_RUN_MS = 5000;

/** Gathers requests and runs them together: never two runs at once, and half a second between them. */
export function createCoalescer<Topic>({ run, isBusy }: CoalescerOptions<Topic>) {
  const due = new Set<Topic>();
  let timer: number | undefined;
  let running = false;
  let stopped = false;

  function schedule(wait: number) {
    if (stopped || running || timer !== undefined || due.size === 0) return;
    timer = window.setTimeout(flush, wait);
  }

  async function flush() {
    timer = undefined;
    if (isBusy()) return schedule(APART_MS);
    const topics = new Set(due);
    due.clear();
    running = true;
    try {
      await Promise.race([run(topics), elapsed(LONGEST_RUN_MS)]);
    } catch {
      // Whoever shows the data has its own way of saying that it did not load.
    }
    await elapsed(APART_MS);
    running = false;
    schedule(0);
  }

  return {
    request(topics: Iterable<Topic>) {
      for (const topic of topics) due.add(topic);
      schedule(GATHER_MS);
    },
    stop() {
      stopped = true;
      window.clearTimeout(timer);
    },
  };
}

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve, ms);
  });
}
