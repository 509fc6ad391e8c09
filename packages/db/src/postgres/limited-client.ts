import type postgres from 'postgres';
import type { PoolGate } from './pool-gate';

type QueryArguments = Parameters<postgres.Sql['unsafe']>;

/** What Drizzle needs of the client; each statement and each transaction takes a place of the gate. */
export function limitClient(client: postgres.Sql, gate: PoolGate): postgres.Sql {
  const limited = {
    options: client.options,
    unsafe: (...query: QueryArguments) => new LimitedQuery(client, gate, query),
    begin: <T>(run: (tx: postgres.TransactionSql) => Promise<T>) => gate.run(() => client.begin(run)),
  };
  return limited as unknown as postgres.Sql;
}

/**
 * Runs when it is awaited, or when its rows are asked for as arrays, as the driver's own queries do. Deliberately a
 * class, and without a function made per statement: with one, the rows of a read outlived the collections of young
 * garbage, which cost a fifth of a page's CPU time.
 */
class LimitedQuery implements PromiseLike<unknown> {
  private readonly statement: QueryArguments[0];
  private readonly parameters: QueryArguments[1];
  private readonly options: QueryArguments[2];

  constructor(
    private readonly client: postgres.Sql,
    private readonly gate: PoolGate,
    [statement, parameters, options]: QueryArguments,
  ) {
    this.statement = statement;
    this.parameters = parameters;
    this.options = options;
  }

  values(): Promise<unknown> {
    return this.run('arrays');
  }

  // biome-ignore lint/suspicious/noThenProperty: it stands in for a query, which is awaited.
  then<A, B>(
    onDone?: ((rows: unknown) => A | PromiseLike<A>) | null,
    onFailure?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.run('objects').then(onDone, onFailure);
  }

  private async run(rows: 'arrays' | 'objects'): Promise<unknown> {
    const { client, gate, statement, parameters, options } = this;
    const wait = gate.enter();
    if (wait !== undefined) await wait;
    try {
      const query = client.unsafe(statement, parameters, options);
      if (rows === 'objects') return await query;
      return takeRows(await query.values());
    } catch (error) {
      gate.reportFailure(error);
      throw error;
    } finally {
      gate.leave();
    }
  }
}

/**
 * The rows in an array of their own. The driver makes the one it fills as soon as the answer before it on the same
 * connection is complete: by now it is old, and until the next thorough collection of garbage all that such an array
 * still holds outlives every collection of young garbage. Of a long export that was half of the rows.
 */
function takeRows(result: unknown[]): unknown[] {
  // Four times as fast as `splice`, because the driver's array is of a class of its own.
  const rows = [...result];
  result.length = 0;
  return rows;
}
