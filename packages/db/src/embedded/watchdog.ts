import { Worker } from 'node:worker_threads';

const LAST_WORDS =
  'The embedded database did not return for too long (is its disk full?). Stopping: what was confirmed is kept.';

interface WatchdogOptions {
  /** Time between two checks. */
  everyMs?: number;
  /** How many checks in a row may find no progress. Checks, not time: a suspended process makes none. */
  maxMissedBeats?: number;
}

/**
 * Ends this process when its only thread for JavaScript stands still. The embedded database runs on that thread and
 * may never return from a failure of its disk; the supervisor restarts the process. Returns the function that stops it.
 */
export function startWatchdog({ everyMs = 5_000, maxMissedBeats = 24 }: WatchdogOptions = {}): () => void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const beat = setInterval(() => Atomics.add(beats, 0, 1), everyMs / 2);
  beat.unref();
  const worker = new Worker(WATCH, {
    eval: true,
    execArgv: [],
    workerData: { beats, everyMs, maxMissedBeats, lastWords: LAST_WORDS },
  });
  worker.unref();
  return () => {
    clearInterval(beat);
    void worker.terminate();
  };
}

/** Text, because a bundled server has no file for it. */
const WATCH = `
  const { writeSync } = require('node:fs');
  const { workerData: { beats, everyMs, maxMissedBeats, lastWords } } = require('node:worker_threads');
  let last = -1;
  let standing = 0;
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    standing = now === last ? standing + 1 : 0;
    last = now;
    if (standing < maxMissedBeats) return;
    writeSync(2, lastWords + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }, everyMs);
`;
