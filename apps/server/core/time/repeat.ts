/**
 * Runs a job at once and then `every` so many milliseconds after it ended, so that it never overlaps itself. A
 * failure goes to `onFailure` and does not end it. Returns its stop, which waits for a run that is going on.
 */
export function repeat(
  every: number,
  job: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = run();

  async function run(): Promise<void> {
    try {
      await job();
    } catch (error) {
      onFailure(error);
    }
    if (stopped) return;
    timer = setTimeout(() => {
      running = run();
    }, every);
    timer.unref();
  }

  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
