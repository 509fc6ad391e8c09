import { setTimeout as delay } from 'node:timers/promises';
import { CHANGES_CHANNEL, type OpenDatabase } from '@esteira/db/database';
import { anySignal } from '@esteira/http/any-signal';
import { AppError } from '../errors';
import { createSemaphore } from '../limits/semaphore';

/** Wakes whoever watches a user's orders and stock; what changed is read from the database. */
export interface ChangeHub {
  /** Yields once at the start and then whenever something of one of these users may have changed, until aborted or closed. */
  wakeUps(usuarioIds: readonly string[], signal: AbortSignal | undefined): AsyncGenerator<void>;
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

/** A hub over what the database announces: triggers name the seller of each change once it is committed. */
export async function createChangeHub(
  { listen }: Pick<OpenDatabase, 'listen'>,
  max = MAX_PLACES,
): Promise<ChangeHub> {
  const places = createPlaces(max);
  const watchers = new Map<string, Set<() => void>>();
  const closing = new AbortController();

  function wake(usuarioId: string): void {
    for (const notify of watchers.get(usuarioId) ?? []) notify();
  }

  async function wakeAll(): Promise<void> {
    const usuarioIds = [...watchers.keys()];
    for (let start = 0; start < usuarioIds.length; start += WOKEN_AT_ONCE) {
      if (start > 0) await delay(WAKE_NEXT_MS);
      for (const usuarioId of usuarioIds.slice(start, start + WOKEN_AT_ONCE)) wake(usuarioId);
    }
  }

  await listen(CHANGES_CHANNEL, { onMessage: wake, onGap: () => void wakeAll() });
  return {
    wakeUps: (usuarioIds, signal) =>
      watch(
        (notify) => subscribe(watchers, new Set(usuarioIds), notify),
        signal === undefined ? closing.signal : anySignal([signal, closing.signal]),
      ),
    enter: places.enter,
    count: places.count,
    close: () => closing.abort(),
  };
}

function createPlaces({ ofOneUser, inAll }: typeof MAX_PLACES): Pick<ChangeHub, 'enter' | 'count'> {
  const places = createSemaphore({ perKey: ofOneUser, inAll });
  return {
    count: () => places.count(),
    enter(usuarioId) {
      const release = places.tryTake(usuarioId);
      if (release !== null) return release;
      const retry = { retryAfter: 30 };
      throw places.count(usuarioId) >= ofOneUser
        ? new AppError('too_many', 'Há telas demais abertas nesta conta. Feche algumas delas.', retry)
        : new AppError(
            'unavailable',
            'O sistema está ocupado no momento. Tente novamente em instantes.',
            retry,
          );
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
