import { cpus, totalmem } from 'node:os';
import { withConnection } from './database';

/** What the figures were measured on: processor, memory, and the settings of PostgreSQL that they depend on. */
export async function machine(databaseUrl: string): Promise<string> {
  const settings = await withConnection(databaseUrl, async (sql) => {
    const rows = await sql<{ name: string; text: string }[]>`
      SELECT name, current_setting(name) AS text FROM pg_settings
      WHERE name IN ('server_version', 'fsync', 'synchronous_commit', 'shared_buffers', 'max_wal_size')`;
    return new Map(rows.map((row) => [row.name, row.text]));
  });
  const setting = (name: string) => `\`${name} = ${settings.get(name)}\``;
  return [
    `${cores()}, PostgreSQL ${settings.get('server_version')} with`,
    `${setting('fsync')}, ${setting('synchronous_commit')}, ${setting('shared_buffers')}, ${setting('max_wal_size')}.`,
    'Load generator, server and PostgreSQL share the cores.',
  ].join(' ');
}

/** What figures without PostgreSQL were measured on. */
export const hardware = () => `${cores()}. Load generator and server share the cores.`;

function cores(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `Machine: ${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${memory} GB, Node ${process.versions.node}`;
}
