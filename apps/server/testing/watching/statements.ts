import { type Database, queryRows } from '@esteira/db/database';
import { type SQL, sql } from 'drizzle-orm';

/** The same database; hands every statement that is given as SQL to `onStatement` before it runs, in transactions too. */
export function watchStatements(db: Database, onStatement: (query: SQL) => unknown): Database {
  return new Proxy(db, {
    get: (target, name: keyof Database) => {
      if (name === 'transaction')
        return <T>(run: (tx: Database) => Promise<T>) =>
          target.transaction((tx) => run(watchStatements(tx, onStatement)));
      if (name === 'execute')
        return async (query: SQL) => {
          await onStatement(query);
          return target.execute(query);
        };
      const value = target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The same database with its statements counted. */
export function countStatements(db: Database): { db: Database; statements: () => number } {
  let count = 0;
  const counted = watchStatements(db, () => {
    count += 1;
  });
  return { db: counted, statements: () => count };
}

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

/** The most rows that any step of the statements of `work` came to, as PostgreSQL counts them. */
export async function rowsReadBy(db: Database, work: (db: Database) => Promise<unknown>): Promise<number> {
  let most = 0;
  const explained = watchStatements(db, async (query) => {
    const [row] = await queryRows(db, sql`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`);
    const [plan] = Object.values(row ?? {}) as [[{ Plan: PlanNode }]];
    for (const { Plan } of plan) most = Math.max(most, mostRows(Plan));
  });
  await work(explained);
  return most;
}

function mostRows({ Plans = [], ...node }: PlanNode): number {
  return Math.max(node['Actual Rows'] * node['Actual Loops'], ...Plans.map(mostRows));
}
