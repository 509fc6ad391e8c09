import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

interface AnnouncerOptions {
  /** Tells every server, this one too; rejects when it may not have been told. */
  tell: (message: string) => Promise<void>;
  /** Another server has written something of these users. */
  onUsers: (usuarioIds: readonly string[]) => void;
  /** Another server may have written something of anybody. */
  onAnybody: () => void;
  /** Aborted when the server stops: what is left is told without a pause, and given up where it cannot be. */
  closing: AbortSignal;
  /** Between two tellings; those of `PAUSES` unless told. */
  pauses?: { told: number; failed: number };
}

/** What this server has to say to the others. */
export interface Announcer {
  /** Something of these users was committed here. */
  announce(usuarioIds: Iterable<string>): void;
  /** Something of anybody may have been committed, and nobody told of it. */
  announceAnybody(): void;
  /** Takes what was heard on the channel. */
  hear(message: string): void;
}

/** A commit that announces takes a lock of the whole database: so many a second of each server are no matter. */
const PAUSES = { told: 75, failed: 250 };

/** A message of NOTIFY holds less than 8,000 bytes. */
const USERS_PER_MESSAGE = 200;

const ANYBODY = '*';

/**
 * Announces to other servers whose rows were written here: the first at once, later ones together after a pause, each
 * user once. What may not have been told is told again. A message is this server's mark and the users' ids; triggers,
 * which have no mark, name one user.
 */
export function createAnnouncer(options: AnnouncerOptions): Announcer {
  const { tell, onUsers, onAnybody, closing, pauses = PAUSES } = options;
  const mark = randomBytes(6).toString('hex');
  let waiting = new Set<string>();
  let isTelling = false;

  async function tellWaiting(): Promise<void> {
    isTelling = true;
    try {
      while (waiting.size > 0) {
        const taken = waiting;
        waiting = new Set();
        const untold = await tellEach([...taken]);
        for (const usuarioId of untold) waiting.add(usuarioId);
        const isTold = untold.length === 0;
        if (!isTold && closing.aborted) return;
        await pause(isTold ? pauses.told : pauses.failed);
      }
    } finally {
      isTelling = false;
    }
  }

  /** Answers those that may not have been told. */
  async function tellEach(usuarioIds: readonly string[]): Promise<readonly string[]> {
    for (let start = 0; start < usuarioIds.length; start += USERS_PER_MESSAGE) {
      const part = usuarioIds.slice(start, start + USERS_PER_MESSAGE);
      try {
        await tell([mark, ...part].join(' '));
      } catch {
        return usuarioIds.slice(start);
      }
    }
    return [];
  }

  const pause = (ms: number) => delay(ms, undefined, { signal: closing, ref: false }).catch(() => undefined);

  function announce(usuarioIds: Iterable<string>): void {
    for (const usuarioId of usuarioIds) waiting.add(usuarioId);
    if (!isTelling) void tellWaiting();
  }

  return {
    announce,
    announceAnybody: () => announce([ANYBODY]),
    hear(message) {
      const [first = '', ...usuarioIds] = message.split(' ');
      if (usuarioIds.length === 0) onUsers([first]);
      else if (first === mark) return;
      else if (usuarioIds.includes(ANYBODY)) onAnybody();
      else onUsers(usuarioIds);
    },
  };
}
