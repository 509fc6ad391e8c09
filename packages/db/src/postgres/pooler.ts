import { randomUUID } from 'node:crypto';
import { Connection } from './connection';
import type { Pool } from './pool';
import type { PostgresAddress, PostgresTimeouts } from './postgres-client';

/** `DATABASE_URL`, or the pooler behind it, is not as it has to be; the message is for the operator. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

/** A made-up setting: only a direct connection to PostgreSQL takes and keeps it. */
const MARK = 'esteira.conexao';

/**
 * One connection to PostgreSQL itself. Rejects with `PoolerError` where a pooler answers: behind one that gives
 * connections away between transactions, locks and settings of a session would be somebody else's.
 */
export async function connectDirectly(
  { url, directUrl }: PostgresAddress,
  { connectMs }: Pick<PostgresTimeouts, 'connectMs'>,
): Promise<Connection> {
  const mark = randomUUID();
  // What runs on it may be silent for as long as it takes; TCP's keepalive notices a server that is gone.
  const options = { connectMs, silenceMs: 0, settings: { [MARK]: mark } };
  const connection = new Connection(directUrl ?? url, options);
  try {
    const [row] = await connection.script(`SELECT current_setting('${MARK}', true) AS mark`);
    if (row?.['mark'] !== mark) throw indirect(directUrl);
    return connection;
  } catch (error) {
    await connection.close(5);
    throw isRefusedSetting(error) ? indirect(directUrl) : error;
  }
}

function isRefusedSetting(error: unknown): boolean {
  return error instanceof Error && error.message.includes('unsupported startup parameter');
}

function indirect(directUrl: string | undefined): PoolerError {
  return new PoolerError(
    directUrl === undefined
      ? 'DATABASE_URL leads to a connection pooler. Set DATABASE_DIRECT_URL to the PostgreSQL behind it as well.'
      : 'DATABASE_DIRECT_URL leads to a connection pooler. It must be the address of PostgreSQL itself.',
  );
}

/** Rejects with `PoolerError` where statements sent through a pooler could wait without an end. */
export async function requireBounds({ script }: Pick<Pool, 'script'>): Promise<void> {
  const unbounded = await script(`SELECT name FROM pg_settings WHERE setting = '0'
    AND name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`);
  if (unbounded.length === 0) return;
  const names = unbounded.map((row) => String(row['name'])).join(', ');
  throw new PoolerError(
    `The connections of the pooler have no ${names}. Set them in its connect_query, as docs/operations.md says.`,
  );
}
