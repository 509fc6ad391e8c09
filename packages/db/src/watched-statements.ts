import type { Database } from './database';

/** A statement of the query builder that has ended. */
export interface StatementEnd {
  /** With placeholders in the place of every value. */
  text: string;
  milliseconds: number;
  isFailure: boolean;
}

type OnStatement = (statement: StatementEnd) => void;

/** What Drizzle's databases and transactions have in common; the session is not part of its types. */
interface Inner {
  session: { prepareQuery: (query: { sql: string }, ...rest: unknown[]) => Prepared };
  transaction: (run: (tx: Inner) => unknown, ...rest: unknown[]) => Promise<unknown>;
}

interface Prepared {
  execute: (...values: unknown[]) => Promise<unknown>;
}

const watched = new WeakSet<object>();

/**
 * From here on tells of every statement of this database, and of its transactions, within whatever asked for it: how it
 * reads, how long it took with its wait for a connection, and whether it failed; never a value. Once for each database.
 */
export function watchStatements(db: Database, onStatement: OnStatement): void {
  watch(db as unknown as Inner, onStatement);
}

function watch(db: Inner, onStatement: OnStatement): void {
  if (watched.has(db)) return;
  watched.add(db);
  watchSession(db.session, onStatement);
  const transaction = db.transaction.bind(db);
  db.transaction = (run, ...rest) =>
    transaction(
      (tx) => {
        watch(tx, onStatement);
        return run(tx);
      },
      ...rest,
    );
}

/** On the embedded database a savepoint shares the session of its transaction. */
function watchSession(session: Inner['session'], onStatement: OnStatement): void {
  if (watched.has(session)) return;
  watched.add(session);
  const prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (query, ...rest) =>
    watchPrepared(prepareQuery(query, ...rest), query.sql, onStatement);
}

function watchPrepared(prepared: Prepared, text: string, onStatement: OnStatement): Prepared {
  const execute = prepared.execute.bind(prepared);
  prepared.execute = async (...values) => {
    const begin = performance.now();
    const tell = (isFailure: boolean) =>
      onStatement({ text, milliseconds: performance.now() - begin, isFailure });
    try {
      const result = await execute(...values);
      tell(false);
      return result;
    } catch (error) {
      tell(true);
      throw error;
    }
  };
  return prepared;
}
