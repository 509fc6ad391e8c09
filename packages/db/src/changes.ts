import type { Database } from './database';

/** Where a pool, and each transaction of it, has what it does with a change that was noted. */
const NOTE = Symbol('note');

type Noting = Database & { [NOTE]?: (usuarioId: string) => void };

type Hear = (usuarioIds: ReadonlySet<string>) => void;

const hearersOf = new WeakMap<Database, Set<Hear>>();

/**
 * Notes that a user's live screens have something new to read: told once the transaction is committed, or at once where
 * `db` is none. To be called with every write of what they read, after it.
 */
export function noteChange(db: Database, usuarioId: string): void {
  (db as Noting)[NOTE]?.(usuarioId);
}

/**
 * Calls `hear` with the users that `noteChange` named, once others can read what this process wrote of them. After a
 * transaction that failed too: where the connection was lost its result is unknown.
 */
export function hearChanges(db: Database, hear: Hear): void {
  const known = hearersOf.get(db);
  if (known !== undefined) {
    known.add(hear);
    return;
  }
  const hearers = new Set([hear]);
  hearersOf.set(db, hearers);
  const tell = (usuarioIds: ReadonlySet<string>) => {
    for (const each of hearers) each(usuarioIds);
  };
  const begin = db.transaction.bind(db);
  Object.assign(db, {
    [NOTE]: (usuarioId: string) => tell(new Set([usuarioId])),
    transaction: async <T>(run: (tx: Database) => Promise<T>): Promise<T> => {
      const noted = new Set<string>();
      try {
        return await begin((tx) => run(keepNoted(tx, noted)));
      } finally {
        if (noted.size > 0) tell(noted);
      }
    },
  });
}

function keepNoted(tx: Database, noted: Set<string>): Database {
  const nest = tx.transaction.bind(tx);
  return Object.assign(tx, {
    [NOTE]: (usuarioId: string) => void noted.add(usuarioId),
    transaction: <T>(run: (inner: Database) => Promise<T>) => nest((inner) => run(keepNoted(inner, noted))),
  });
}
