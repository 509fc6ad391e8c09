import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { FORWARDED, toExitCode } from './processes.mjs';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

const CAUSES = {
  SIGKILL: 'it was killed: by its watchdog, by the system for lack of memory, or by hand',
  SIGABRT: 'Node.js gave up, most often for lack of memory',
};

/**
 * Runs a Node.js program with this terminal and answers its exit code. It tells 'serving' once it serves and 'closing'
 * once it was asked to end. One that ends in between is started again, at once and then with longer pauses, until it has
 * served for as long as the longest pause; one that never served is not: its start failed.
 */
export async function supervise(args, { firstPauseMs = FIRST_PAUSE_MS, say = console.error } = {}) {
  const stop = new AbortController();
  let child = null;
  const forward = (signal) => {
    stop.abort();
    child?.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  try {
    for (let pauseMs = firstPauseMs, hasServed = false; ; ) {
      child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
      const { code, signal, stage, servedMs } = await followToEnd(child);
      hasServed ||= stage !== null;
      if (!hasServed || code === 0 || stage === 'closing' || stop.signal.aborted)
        return toExitCode(code, signal);
      if (servedMs > LONGEST_PAUSE_MS) pauseMs = firstPauseMs;
      say(
        `The server ended unexpectedly: ${describeEnd(code, signal)}. It is started again in ${pauseMs / 1_000} s.`,
      );
      await wait(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) return 0;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}

/** How a program ended, which stage it had reached, and for how long it served. */
async function followToEnd(child) {
  let stage = null;
  let servedSince = Number.POSITIVE_INFINITY;
  child.on('message', (told) => {
    stage = told;
    if (told === 'serving') servedSince = performance.now();
  });
  const [code, signal] = await once(child, 'exit');
  return { code, signal, stage, servedMs: performance.now() - servedSince };
}

const describeEnd = (code, signal) =>
  signal === null
    ? `exit code ${code}, and what it said last tells why`
    : `signal ${signal}${CAUSES[signal] ? ` (${CAUSES[signal]})` : ''}`;
