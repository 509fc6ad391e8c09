interface RunOptions {
  /** How many tasks may be under way together. */
  atOnce: number;
  /** Once aborted no further task begins; those under way are waited for. */
  signal: AbortSignal;
}

/** Runs the task for every item, in order, a few at a time. A task must not reject. */
export async function runEach<T>(
  items: readonly T[],
  task: (item: T) => Promise<void>,
  { atOnce, signal }: RunOptions,
): Promise<void> {
  const waiting = items.values();
  async function work() {
    // All workers draw from the one iterator, so that each item is taken once.
    for (const item of waiting) {
      if (signal.aborted) return;
      await task(item);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
}
