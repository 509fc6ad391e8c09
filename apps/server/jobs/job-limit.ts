import { performance } from 'node:perf_hooks';

/** The share of its time that the event loop works, from which on jobs make room for requests. */
const BUSY_FROM = 0.8;
/** Over how long it is measured, in ms. */
const MEASURED_MS = 500;

/** Tells for which share of the last half second the event loop of this process worked, from 0 to 1. */
export function watchEventLoop(): () => number {
  let since = performance.now();
  let start = performance.eventLoopUtilization();
  let share = 0;
  return () => {
    const now = performance.now();
    if (now - since < MEASURED_MS) return share;
    const end = performance.eventLoopUtilization();
    share = performance.eventLoopUtilization(end, start).utilization;
    [since, start] = [now, end];
    return share;
  };
}

/**
 * How many jobs of a kind may run beside requests: `most` of them while the event loop works for up to 80 % of its time, from
 * there on fewer in proportion to its rest, and one where it never rests.
 */
export function limitJobs(most: number, busyShare: number): number {
  const rest = Math.min(1, (1 - busyShare) / (1 - BUSY_FROM));
  return Math.max(1, Math.round(most * rest));
}
