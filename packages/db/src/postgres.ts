import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { CHANGES_CHANNEL, type Database, type OpenDatabase } from './database';

/** Advisory lock under which one of several starting servers migrates. Any constant will do. */
const MIGRATION_LOCK = 7_305_471_120;

export interface PostgresOptions {
  url: string;
  /** Folder with the generated migrations. */
  migrationsFolder: string;
  /** Connections of this process; 20 unless told. */
  maxConnections?: number;
}

/** Opens a PostgreSQL pool (15 or newer), after bringing the schema up to date. Rejects when unreachable. */
export async function openPostgres(options: PostgresOptions): Promise<OpenDatabase> {
  await migratePostgres(options);
  const client = connect(options.url, options.maxConnections ?? 20);
  return {
    db: drizzle(client) as unknown as Database,
    kind: 'postgres',
    listen: async ({ onUserId, onGap }) => {
      // Called again after every reconnection.
      await client.listen(CHANGES_CHANNEL, onUserId, onGap);
    },
    script: (statements) => runScript(client, statements),
    close: () => client.end({ timeout: 5 }),
  };
}

function connect(url: string, max: number) {
  return postgres(url, {
    max,
    onnotice: () => undefined,
    connection: { application_name: 'esteira', TimeZone: 'UTC', idle_in_transaction_session_timeout: 60_000 },
  });
}

async function runScript(client: postgres.Sql, statements: string): Promise<Record<string, unknown>[]> {
  const connection = await client.reserve();
  try {
    const result = await connection.unsafe(statements).simple();
    // Of several statements each has its own rows.
    const rows: unknown = Array.isArray(result.at(-1)) ? result.at(-1) : result;
    return rows as Record<string, unknown>[];
  } catch (error) {
    await connection.unsafe('ROLLBACK');
    throw error;
  } finally {
    connection.release();
  }
}

async function migratePostgres(options: PostgresOptions): Promise<void> {
  const client = connect(options.url, 1);
  try {
    await client`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(client), { migrationsFolder: options.migrationsFolder });
  } finally {
    await client.end({ timeout: 5 });
  }
}
