import { hostname } from 'node:os';
import type { Writable } from 'node:stream';
import { endsWithin } from '../core/time/ends-within';

/** Where the log's lines go. Writing never waits and never fails, whatever their reader does. */
export interface LogOutput {
  write(line: string): void;
  /** Resolves when the reader has everything, after `ms` at the latest. */
  flush(ms: number): Promise<void>;
}

/** What a reader is behind by at most, in characters; lines beyond are dropped. */
const MAX_WAITING = 1024 * 1024;
/** So long nothing is written to a reader that is gone: a pipe may get a new one. */
const TRY_AGAIN_AFTER_MS = 1_000;

/**
 * Writes lines to a stream, the standard output. pino's own destination keeps whatever is not read in memory, and tries
 * at the end of the process until somebody reads it, or for ever. Here lines of which a slow reader is too far behind
 * are dropped, and counted in a line of their own once it goes on reading.
 */
export function createLogOutput(stream: Writable, now: () => number = () => performance.now()): LogOutput {
  let dropped = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  const countLost = (lines: number) => (error?: Error | null) => {
    if (!error) return;
    dropped += lines;
    failedAt = now();
  };
  const lineWritten = countLost(1);
  const tellDropped = () => {
    if (dropped === 0) return;
    const lost = dropped;
    dropped = 0;
    stream.write(describeDropped(lost), countLost(lost));
  };
  // Each write hears of its own failure; without a listener it would end the process.
  stream.on('error', () => undefined);
  stream.on('drain', tellDropped);
  return {
    write: (line) => {
      if (stream.writableLength > MAX_WAITING || now() - failedAt < TRY_AGAIN_AFTER_MS) {
        dropped += 1;
        return;
      }
      if (stream.writableLength === 0) tellDropped();
      stream.write(line, lineWritten);
    },
    flush: async (ms) => {
      const emptied = new Promise<void>((resolve) => stream.write('', () => resolve()));
      await endsWithin(ms, emptied);
    },
  };
}

/** As pino words its lines; of level warn, and whatever LOG_LEVEL is. */
function describeDropped(count: number): string {
  const line = { level: 40, time: Date.now(), pid: process.pid, hostname: hostname(), count };
  return `${JSON.stringify({ ...line, msg: 'lines of this log were dropped: they were not read in time' })}\n`;
}
