import type { OpenDatabase } from '@esteira/db/database';

/** Wakes whoever watches a user's orders and stock; what changed is read from the database. */
export interface ChangeHub {
  /** Yields once at the start and then whenever something may have changed, until aborted or closed. */
  wakeUps(usuarioId: string, signal: AbortSignal | undefined): AsyncGenerator<void>;
  /** Ends all watching, so that the server can stop. */
  close(): void;
}

/** A hub over the database's notices, which reach every server instance. */
export async function createChangeHub(database: Pick<OpenDatabase, 'listen'>): Promise<ChangeHub> {
  const watchers = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  const wake = (usuarioId: string) => {
    for (const notify of watchers.get(usuarioId) ?? []) notify();
  };
  await database.listen({
    onUserId: wake,
    onGap: () => {
      for (const usuarioId of watchers.keys()) wake(usuarioId);
    },
  });
  return {
    wakeUps: (usuarioId, signal) =>
      watch(
        (notify) => subscribe(watchers, usuarioId, notify),
        signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]),
      ),
    close: () => closing.abort(),
  };
}

function subscribe(
  watchers: Map<string, Set<() => void>>,
  usuarioId: string,
  notify: () => void,
): () => void {
  const mine = watchers.get(usuarioId) ?? new Set();
  watchers.set(usuarioId, mine.add(notify));
  return () => {
    mine.delete(notify);
    if (mine.size === 0) watchers.delete(usuarioId);
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
