import { createDatabase, type Database } from '@esteira/db/database';
import type { Statement, StatementRunner } from '@esteira/db/statements';

/** The same database; hands every statement to `onStatement` before it runs, in transactions too. */
export const watchStatements = (db: Database, onStatement: (statement: Statement) => unknown): Database =>
  createDatabase(watchRunner(db.runner, onStatement));

const watchRunner = (
  runner: StatementRunner,
  onStatement: (statement: Statement) => unknown,
): StatementRunner => ({
  run: async (statement) => {
    await onStatement(statement);
    return runner.run(statement);
  },
  transaction: (work) => runner.transaction((tx) => work(watchRunner(tx, onStatement))),
});

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
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** The most rows that any step of the statements of `work`, which only reads, read and passed over, as PostgreSQL counts them. */
export async function rowsReadBy(db: Database, work: (db: Database) => Promise<unknown>): Promise<number> {
  let most = 0;
  const explained = watchStatements(db, async (statement) => {
    const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`;
    const [row] = await db.runner.run({ ...statement, text, asArrays: true });
    const [plan] = row as [[{ Plan: PlanNode }]];
    for (const { Plan } of plan) most = Math.max(most, mostRows(Plan));
  });
  await work(explained);
  return most;
}

function mostRows({ Plans = [], ...node }: PlanNode): number {
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  return Math.max(rows * node['Actual Loops'], ...Plans.map(mostRows));
}
