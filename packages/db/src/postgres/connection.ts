import postgres from 'postgres';
import { command, type RunStatement, runInTransaction, type StatementRunner } from '../statements';
import { type ConnectionOptions, connect } from './postgres-client';

/** Each costs PostgreSQL some 10 kB for as long as the connection lives. */
export const MAX_PREPARED = 500;

/**
 * One connection to PostgreSQL, which runs one statement at a time. A client of postgres.js that has one connection and
 * is not used again after it was lost: the driver would connect again and run there what belongs to a transaction of the
 * lost one (https://github.com/porsager/postgres/issues/1155).
 */
export class Connection {
  private readonly client: postgres.Sql;
  private readonly silenceMs: number;
  private readonly prepared = new Set<string>();
  private last: Promise<unknown> = Promise.resolve();
  private lost = false;

  constructor(url: string, { silenceMs, ...options }: ConnectionOptions) {
    this.silenceMs = silenceMs;
    this.client = connect(url, {
      ...options,
      onclose: () => {
        this.lost = true;
      },
    });
  }

  get isLost(): boolean {
    return this.lost;
  }

  readonly run: RunStatement = ({ text, values, asArrays, isPrepared }) =>
    this.enqueue(async () => {
      const query = this.client.unsafe(text, values as never[], {
        prepare: isPrepared && this.hasRoomFor(text),
      });
      return asArrays ? await query.values() : await query;
    });

  /** A text of a list with any number of values is another one for each number. */
  private hasRoomFor(text: string): boolean {
    if (this.prepared.size < MAX_PREPARED) this.prepared.add(text);
    return this.prepared.has(text);
  }

  async transaction<T>(work: (tx: StatementRunner) => Promise<T>): Promise<T> {
    await this.run(BEGIN);
    try {
      const result = await runInTransaction(this.run, work);
      await this.run(COMMIT);
      return result;
    } catch (error) {
      await this.rollBack();
      throw error;
    }
  }

  /** Runs several statements, with their own BEGIN and COMMIT. Resolves to the last one's rows. */
  readonly script = async (statements: string): Promise<Record<string, unknown>[]> => {
    try {
      const result = await this.enqueue(() => this.client.unsafe(statements).simple());
      // Of several statements each has its own rows.
      const rows: unknown = Array.isArray(result.at(-1)) ? result.at(-1) : result;
      return rows as Record<string, unknown>[];
    } catch (error) {
      await this.rollBack();
      throw error;
    }
  };

  /** Ends the connection; what runs on it fails after `timeoutSeconds`. */
  async close(timeoutSeconds: number): Promise<void> {
    this.lost = true;
    await this.client.end({ timeout: timeoutSeconds });
  }

  /** Nothing is left to roll back when the connection was lost. */
  private async rollBack(): Promise<void> {
    if (!this.lost) await this.run(ROLLBACK).catch(() => this.close(0));
  }

  private enqueue<T>(send: () => PromiseLike<T>): Promise<T> {
    const result = this.last.then(() => this.bound(send));
    this.last = result.catch(() => undefined);
    return result;
  }

  private async bound<T>(send: () => PromiseLike<T>): Promise<T> {
    if (this.lost) throw Object.assign(new Error('The connection was lost.'), { code: 'CONNECTION_CLOSED' });
    const timer = this.silenceMs > 0 ? setTimeout(() => void this.close(0), this.silenceMs) : undefined;
    try {
      return await send();
    } catch (error) {
      if (!isOfStatement(error)) await this.close(0);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

const BEGIN = command('BEGIN');
const COMMIT = command('COMMIT');
const ROLLBACK = command('ROLLBACK');

/** Any other failure leaves open what became of the connection. */
function isOfStatement(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.severity === 'ERROR';
}
