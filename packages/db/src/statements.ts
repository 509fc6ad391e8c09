/** A statement on its way to PostgreSQL. */
export interface Statement {
  /** With placeholders in the place of every value. */
  text: string;
  values: unknown[];
  /** Rows as arrays of values in the order of the columns; else as objects. */
  asArrays: boolean;
  /** Whether a connection parses it once and runs it again from there on. */
  isPrepared: boolean;
}

/** Resolves to the rows; rejects with the driver's error. */
export type RunStatement = (statement: Statement) => Promise<unknown[]>;

/** What Drizzle's databases run their statements on: a pool of connections, or a transaction. */
export interface StatementRunner {
  run: RunStatement;
  /** Commits when `work` resolves, and rolls back and rejects as it does when it rejects. In a transaction: a savepoint. */
  transaction<T>(work: (tx: StatementRunner) => Promise<T>): Promise<T>;
}

/**
 * Runs `work` in a transaction that has begun. Rejects as `work` does, and also when `work` went on after one of its
 * statements had failed. Statements that come after that are refused.
 */
export async function runInTransaction<T>(
  run: RunStatement,
  work: (tx: StatementRunner) => Promise<T>,
): Promise<T> {
  const failures: unknown[] = [];
  let isOver = false;
  const refuseWhenOver = () => {
    if (isOver) throw new Error('The transaction of this statement is over.');
  };
  const tx: StatementRunner = {
    run: async (statement) => {
      refuseWhenOver();
      try {
        return await run(statement);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
    transaction: async (inner) => {
      refuseWhenOver();
      return runInSavepoint(run, inner);
    },
  };
  try {
    const result = await work(tx);
    if (failures.length > 0) throw failures[0];
    return result;
  } finally {
    isOver = true;
  }
}

async function runInSavepoint<T>(run: RunStatement, work: (tx: StatementRunner) => Promise<T>): Promise<T> {
  await run(command('SAVEPOINT inner_work'));
  try {
    const result = await runInTransaction(run, work);
    await run(command('RELEASE SAVEPOINT inner_work'));
    return result;
  } catch (error) {
    await run(command('ROLLBACK TO SAVEPOINT inner_work'));
    throw error;
  }
}

/** A statement without values, of which only success counts. */
export const command = (text: string): Statement => ({
  text,
  values: [],
  asArrays: false,
  isPrepared: false,
});
