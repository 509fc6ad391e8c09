import { type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { RowReader } from './row-reader';

/** A connection pool or a transaction on either driver; queries are written once for both. */
export type Database = Omit<PgDatabase<PgQueryResultHKT, Record<string, never>>, 'transaction'> & {
  transaction<T>(run: (tx: Database) => Promise<T>): Promise<T>;
};

/** Runs work that only reads, and may run it twice; answers or rejects as it does. */
export type ReadRunner = <T>(work: (db: Database) => Promise<T>) => Promise<T>;

/** An open database with what the server needs to know and do about it. */
export interface OpenDatabase {
  db: Database;
  kind: 'embedded' | 'postgres';
  /** Hears what is announced on a channel. Resolves once it listens. */
  listen(channel: string, handlers: ChannelHandlers): Promise<void>;
  /** For lists and reports: from a replica where there is one that has everything which was committed so far. */
  readLists: ReadRunner;
  /** One connection beside the pool, for short writes that somebody outside waits for; the embedded database's only one. */
  reserved: Database;
  /** How many connections of the pool are in use, and how many callers wait for one; absent where there is no pool. */
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

/** What is heard instead of a user's id when rules of fees were added or taken out (trigger of `regras_tarifa`). */
export const FEE_RULES_CHANGED = 'regras_tarifa';

/**
 * Runs a statement that the query builder cannot express and returns its rows as the driver gives them
 * (bigint and timestamps as text or number): select only ids, integers and texts with it.
 */
export async function queryRows<Row extends Record<string, unknown>>(
  db: Database,
  query: SQL,
): Promise<Row[]> {
  return toRows<Row>(await db.execute(query));
}

function toRows<Row>(result: unknown): Row[] {
  return Array.isArray(result) ? (result as Row[]) : (result as { rows: Row[] }).rows;
}

/** A connection keeps what it prepared; so many texts are worth a plan that is kept. */
const MAX_PLANNED = 200;

const plannedTexts = new WeakMap<object, Set<string>>();

/** What Drizzle's databases have in common that is not part of their types. */
interface Planning {
  dialect: { sqlToQuery: (query: SQL) => { sql: string; params: unknown[] } };
  session: {
    prepareQuery: (
      ...query: [text: object, fields: undefined, name: string | undefined, arrays: boolean, read?: RowReader]
    ) => { execute: () => Promise<unknown> };
  };
}

/**
 * As `queryRows`, for statements of few forms whose plan their values do not decide: after some calls on a connection
 * PostgreSQL keeps a plan that it makes without the values, unless that one seems the worse for it. So limits, and lists
 * whose length it would have to guess, belong into the text. After many different texts the others are planned each time.
 */
export async function queryPlanned<Row extends Record<string, unknown>>(
  db: Database,
  query: SQL,
): Promise<Row[]> {
  const { dialect, session } = db as unknown as Planning;
  const text = dialect.sqlToQuery(query);
  if (!isPlanned(db, text.sql)) return queryRows<Row>(db, query);
  return toRows<Row>(await session.prepareQuery(text, undefined, 'planned', false).execute());
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

/** A limit as part of the text, where a plan that is made without values finds it; from our own numbers only. */
export function toLimit(rows: number): SQL {
  return sql.raw(String(Math.trunc(rows)));
}

/** `toLimit` for the query builder, which takes an expression as its types do not say. */
export function literalLimit(rows: number): number {
  return toLimit(rows) as unknown as number;
}

/** Runs a select and reads its columns by `read`; where it `keepsPlan`, as `queryPlanned` does. */
export async function selectRows<Row>(
  db: Database,
  query: SQL,
  { read, keepsPlan }: { read: RowReader; keepsPlan: boolean },
): Promise<Row[]> {
  const { dialect, session } = db as unknown as Planning;
  const text = dialect.sqlToQuery(query);
  const name = keepsPlan && isPlanned(db, text.sql) ? 'planned' : undefined;
  return (await session.prepareQuery(text, undefined, name, true, read).execute()) as Row[];
}

/** Whether a statement of this text is to keep its plan: the first ones that are asked about. */
export function isPlanned(db: Database, text: string): boolean {
  const texts = plannedTexts.get(db) ?? new Set<string>();
  plannedTexts.set(db, texts);
  if (texts.size < MAX_PLANNED) texts.add(text);
  return texts.has(text);
}

/** What `allowLongStatements` allows; shorter than the silence after which a connection counts as lost. */
export const LONG_STATEMENT_MS = 40_000;
const LONG_LOCK_WAIT_MS = 30_000;

/** Gives the statements of this transaction, and their waits for locks, more time than the pool's. */
export async function allowLongStatements(tx: Database): Promise<void> {
  await tx.execute(
    sql`SELECT set_config('statement_timeout', ${String(LONG_STATEMENT_MS)}, true),
      set_config('lock_timeout', ${String(LONG_LOCK_WAIT_MS)}, true)`,
  );
}

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
  const statement = build(db, name);
  statements.set(name, statement);
  return statement;
}
