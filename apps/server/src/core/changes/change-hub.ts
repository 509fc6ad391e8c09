import { setTimeout as delay } from 'node:timers/promises';
import { hearChanges } from '@esteira/db/changes';
import { CHANGES_CHANNEL, type OpenDatabase } from '@esteira/db/database';
import { anySignal } from '@esteira/http/any-signal';
import { AppError } from '../errors';
import { createAnnouncer } from './announcer';

/** Wakes whoever watches a user's orders and stock; what changed is read from the database. */
export interface ChangeHub {
  /** Yields once at the start and then whenever something of one of these users may have changed, until aborted or closed. */
  wakeUps(usuarioIds: readonly string[], signal: AbortSignal | undefined): AsyncGenerator<void>;
  /** Wakes those who watch one of these users here, a few at a time where they are many. */
  wake(usuarioIds: readonly string[]): Promise<void>;
  /** The users whom somebody watches here. */
  listWatched(): string[];
  /**
   * Takes one of the places that this user, and all users of this server together, have for watching; gives back how
   * to leave it, which may be said twice. Fails with `too_many`, or `unavailable`.
   */
  enter(usuarioId: string): () => void;
  /** How many watch. */
  count(): number;
  /** Ends all watching, so that the server can stop. */
  close(): void;
}

/** More screens than a seller and their people keep open, and than one process serves without harm to the others. */
const MAX_PLACES = { ofOneUser: 30, inAll: 1_500 };

/** So many users' streams read at once; the next ones are woken a little later. */
const WOKEN_AT_ONCE = 50;
const WAKE_NEXT_MS = 10;

/** A hub over what this process commits, and over what other servers announce of what they committed. */
export async function createChangeHub(
  database: Pick<OpenDatabase, 'db' | 'kind' | 'listen' | 'tell'>,
  max = MAX_PLACES,
): Promise<ChangeHub> {
  const places = createPlaces(max);
  const watchers = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  const listWatched = () => [...watchers.keys()];

  async function wake(usuarioIds: readonly string[]): Promise<void> {
    for (let start = 0; start < usuarioIds.length; start += WOKEN_AT_ONCE) {
      if (start > 0) await delay(WAKE_NEXT_MS);
      for (const usuarioId of usuarioIds.slice(start, start + WOKEN_AT_ONCE)) {
        for (const notify of watchers.get(usuarioId) ?? []) notify();
      }
    }
  }

  await joinOthers(database, { wake, wakeAll: () => wake(listWatched()), closing: closing.signal });
  return {
    wakeUps: (usuarioIds, signal) =>
      watch(
        (notify) => subscribe(watchers, new Set(usuarioIds), notify),
        signal === undefined ? closing.signal : anySignal([signal, closing.signal]),
      ),
    wake,
    listWatched,
    enter: places.enter,
    count: places.count,
    close: () => closing.abort(),
  };
}

interface Waking {
  wake: (usuarioIds: readonly string[]) => Promise<void>;
  wakeAll: () => Promise<void>;
  closing: AbortSignal;
}

/** Wakes for what is written here and elsewhere, and announces what is written here. */
async function joinOthers(
  { db, kind, listen, tell }: Pick<OpenDatabase, 'db' | 'kind' | 'listen' | 'tell'>,
  { wake, wakeAll, closing }: Waking,
): Promise<void> {
  const announcer = createAnnouncer({
    tell: (message) => tell(CHANGES_CHANNEL, message),
    onUsers: (usuarioIds) => void wake(usuarioIds),
    onAnybody: () => void wakeAll(),
    closing,
  });
  // The embedded database has no other server.
  const hasOthers = kind === 'postgres';
  hearChanges(db, (usuarioIds) => {
    void wake([...usuarioIds]);
    if (hasOthers) announcer.announce(usuarioIds);
  });
  await listen(CHANGES_CHANNEL, { onMessage: announcer.hear, onGap: () => void wakeAll() });
  // Before it was killed, this server may have committed what it did not come to announce.
  if (hasOthers) announcer.announceAnybody();
}

function createPlaces({ ofOneUser, inAll }: typeof MAX_PLACES): Pick<ChangeHub, 'enter' | 'count'> {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    count: () => all,
    enter(usuarioId) {
      const mine = taken.get(usuarioId) ?? 0;
      if (mine >= ofOneUser) {
        throw new AppError('too_many', 'Há telas demais abertas nesta conta. Feche algumas delas.', {
          retryAfter: 30,
        });
      }
      if (all >= inAll) {
        throw new AppError(
          'unavailable',
          'O sistema está ocupado no momento. Tente novamente em instantes.',
          {
            retryAfter: 30,
          },
        );
      }
      taken.set(usuarioId, mine + 1);
      all += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all -= 1;
        const left = (taken.get(usuarioId) ?? 1) - 1;
        if (left > 0) taken.set(usuarioId, left);
        else taken.delete(usuarioId);
      };
    },
  };
}

function subscribe(
  watchers: Map<string, Set<() => void>>,
  usuarioIds: ReadonlySet<string>,
  notify: () => void,
): () => void {
  for (const usuarioId of usuarioIds) {
    watchers.set(usuarioId, (watchers.get(usuarioId) ?? new Set()).add(notify));
  }
  return () => {
    for (const usuarioId of usuarioIds) {
      const left = watchers.get(usuarioId);
      left?.delete(notify);
      if (left?.size === 0) watchers.delete(usuarioId);
    }
  };
}

async function* watch(
  subscribeTo: (notify: () => void) => () => void,
  signal: AbortSignal,
): AsyncGenerator<void> {
  let pending = true;
  let resume: (() => void) | null = null;
  const notify = () => {
    pending = true;
    resume?.();
  };
  const unsubscribe = subscribeTo(notify);
  signal.addEventListener('abort', notify, { once: true });
  try {
    while (!signal.aborted) {
      if (pending) {
        pending = false;
        yield;
      } else {
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
        resume = null;
      }
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', notify);
  }
}
