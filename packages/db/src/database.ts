import { type SQL, sql } from 'drizzle-orm';
import { drizzle, type PgRemoteDatabase, type RemoteCallback } from 'drizzle-orm/pg-proxy';
import type { StatementRunner } from './statements';

/** A connection pool or a transaction on either driver; queries are written once for both. */
export type Database = Omit<PgRemoteDatabase, 'transaction'> & {
  transaction<T>(run: (tx: Database) => Promise<T>): Promise<T>;
  /** What its statements run on. */
  runner: StatementRunner;
};

/** Drizzle's query builder on what runs its statements. */
export function createDatabase(runner: StatementRunner): Database {
  const query: RemoteCallback = async (text, values, method) => ({
    rows: await runner.run({ text, values, asArrays: method === 'all', isPrepared: false }),
  });
  return Object.assign(drizzle(query), {
    runner,
    transaction: <T>(run: (tx: Database) => Promise<T>) =>
      runner.transaction((tx) => run(createDatabase(tx))),
  });
}

/** An open database with what the server needs to know and do about it; the embedded one has one connection for everything. */
export interface OpenDatabase {
  kind: 'embedded' | 'postgres';
  /** For what people wait for. */
  db: Database;
  /** Hears what is announced on a channel. Resolves once it listens. */
  listen(channel: string, handlers: ChannelHandlers): Promise<void>;
  /** For files, imports, backups and work in the background: its statements have longer, and it takes none of the others. */
  heavy: Database;
  /** A few that no list fills: for sessions, signing in, and short writes that somebody outside waits for. */
  reserved: Database;
  /** How many of the connections for people and sessions are in use, and how many callers wait for one; absent where there is no pool. */
  countConnections?: () => { busy: number; waiting: number };
  /** Runs several statements, with their own BEGIN and COMMIT, on one connection; answers the last one's rows. */
  script(statements: string): Promise<Record<string, unknown>[]>;
  /** Releases connections and, for the embedded one, its directory lock. */
  close(): Promise<void>;
}

/** What hears a channel; see `OpenDatabase.listen`. */
export interface ChannelHandlers {
  onMessage: (message: string) => void;
  /** What was told meanwhile may have gone unheard: the connection had been lost, and listens again. */
  onGap: () => void;
}

/** On this channel triggers announce, at the commit, the id of the seller whose screens have something to read. */
export const CHANGES_CHANNEL = 'esteira_mudancas';

/**
 * Runs a statement that the query builder cannot express and returns its rows as the driver gives them
 * (bigint, timestamps and arrays as text or number): select only ids, integers and texts with it.
 */
export async function queryRows<Row extends Record<string, unknown>>(
  db: Database,
  query: SQL,
): Promise<Row[]> {
  const rows: unknown = await db.execute(query);
  return rows as Row[];
}

/**
 * Wraps a value in a subquery, so that PostgreSQL does not know it when it plans. It then uses the generic plan of the
 * prepared statement instead of planning again for each value.
 */
export function opaqueParam(value: SQL): SQL {
  return sql`(SELECT ${value})`;
}

/** Ids as one parameter: with a parameter for each a list of hundreds takes longer to plan than to run. */
export function toUuids(ids: readonly string[]): SQL {
  return sql`${`{${ids.join(',')}}`}::uuid[]`;
}

/** Runs work that only reads, all of it as the database was at one moment. */
export function readAtOneMoment<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
    return work(tx);
  });
}

/** What `allowLongStatements` allows; shorter than the silence after which a connection for heavy work counts as lost. */
export const LONG_STATEMENT_MS = 40_000;
const LONG_LOCK_WAIT_MS = 30_000;

/** Gives the statements of this transaction, which must be heavy work's, and their waits for locks, more time than the pool's. */
export async function allowLongStatements(tx: Database): Promise<void> {
  await tx.execute(
    sql`SELECT set_config('statement_timeout', ${String(LONG_STATEMENT_MS)}, true),
      set_config('lock_timeout', ${String(LONG_LOCK_WAIT_MS)}, true)`,
  );
}

/**
 * The same database, whose statements connections prepare, those of its transactions too: for texts that come again and
 * again. A statement then takes one trip in place of two, and is parsed and planned once.
 */
export const preparing = (db: Database): Database => createDatabase(toPreparing(db.runner));

const toPreparing = (runner: StatementRunner): StatementRunner => ({
  run: (each) => runner.run({ ...each, isPrepared: true }),
  transaction: (work) => runner.transaction((tx) => work(toPreparing(tx))),
});

const preparedByPool = new WeakMap<object, Map<string, unknown>>();

/**
 * A server-side prepared statement, built once per pool and name. For hot statements with a stable plan: of a search that
 * leaves PostgreSQL a choice, a plan without values may be much slower for rare terms.
 */
export function preparedOnce<Statement>(
  db: Database,
  name: string,
  build: (db: Database, name: string) => Statement,
): Statement {
  const statements = preparedByPool.get(db) ?? new Map<string, unknown>();
  preparedByPool.set(db, statements);
  const known = statements.get(name);
  if (known !== undefined) return known as Statement;
  const statement = build(preparing(db), name);
  statements.set(name, statement);
  return statement;
}
