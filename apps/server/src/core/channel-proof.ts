import { randomUUID } from 'node:crypto';
import type { OpenDatabase } from '@esteira/db/database';
import { repeat } from './time/repeat';

const TOLD_EVERY_MS = 1_000;
/** What was told longer ago than this has been heard, while the proof holds. */
const HOLDS_MS = 3_000;
const PULSE = 'pulso';

/** Tells whether a channel is heard: a connection that lost its other end is as silent as one that has nothing to say. */
export interface ChannelProof {
  /** Takes a message that is of a proof, of this server or another, and says that nothing else is in it. */
  take(message: string): boolean;
  /** Whether this server has heard everything that the channel was told, but for the last three seconds at most. */
  holds(): boolean;
  start(): void;
  stop(): void;
}

/**
 * The server tells the channel the time, by a clock of its own, every second. PostgreSQL hands on in the order of the
 * commits: whoever hears it has heard all that was told before that time.
 */
export function createChannelProof({ tell }: Pick<OpenDatabase, 'tell'>, channel: string): ChannelProof {
  const mine = `${PULSE} ${randomUUID()} `;
  let heardUntil = Number.NEGATIVE_INFINITY;
  let stop: (() => Promise<void>) | null = null;
  return {
    take(message) {
      if (message.startsWith(mine)) heardUntil = Math.max(heardUntil, Number(message.slice(mine.length)));
      return message.startsWith(`${PULSE} `);
    },
    holds: () => performance.now() - heardUntil < HOLDS_MS,
    start() {
      // What could not be told is not heard, and so proves nothing.
      stop ??= repeat(
        TOLD_EVERY_MS,
        () => tell(channel, `${mine}${performance.now()}`),
        () => undefined,
      );
    },
    stop: () => void stop?.(),
  };
}
