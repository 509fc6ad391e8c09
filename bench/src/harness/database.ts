import { fileURLToPath } from 'node:url';
import { openPostgres } from '@esteira/db/postgres';
import postgres from 'postgres';

export const migrationsFolder = fileURLToPath(
  new URL('../migrations', import.meta.resolve('@esteira/db/postgres')),
);

/** Creates a migrated database on the cluster of `server`, dropping one of that name. */
export async function createDatabase(server: string, name: string): Promise<string> {
  await dropDatabase(server, name);
  await withConnection(server, (sql) => sql.unsafe(`CREATE DATABASE ${name}`));
  const url = databaseUrl(server, name);
  const migrated = await openPostgres({ url, migrationsFolder, maxConnections: 1 });
  await migrated.close();
  return url;
}

export function dropDatabase(server: string, name: string): Promise<unknown> {
  return withConnection(server, (sql) => sql.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

/** A few connections of the benchmark's own, beside those of the servers that it measures. */
export async function withConnection<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 2, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
