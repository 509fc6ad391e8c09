import type { StatementRunner } from './statements';

/** A statement of the query builder that has ended. */
export interface StatementEnd {
  /** With placeholders in the place of every value. */
  text: string;
  milliseconds: number;
  isFailure: boolean;
}

export type OnStatement = (statement: StatementEnd) => void;

/**
 * The same, which tells of every statement, also in transactions, within whatever asked for it: how it reads, how long it
 * took with its wait for a connection, and whether it failed; never a value.
 */
export function watchStatements(runner: StatementRunner, onStatement: OnStatement): StatementRunner {
  return {
    async run(statement) {
      const begin = performance.now();
      const tell = (isFailure: boolean) =>
        onStatement({ text: statement.text, milliseconds: performance.now() - begin, isFailure });
      try {
        const rows = await runner.run(statement);
        tell(false);
        return rows;
      } catch (error) {
        tell(true);
        throw error;
      }
    },
    transaction: (work) => runner.transaction((tx) => work(watchStatements(tx, onStatement))),
  };
}
