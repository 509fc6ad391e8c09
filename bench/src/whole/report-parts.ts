import { cpus, totalmem } from 'node:os';
import type { Comparison } from '../harness/compare';
import { withConnection } from '../harness/database';
import type { Size } from '../harness/size';
import { count, ms, table } from '../harness/table';

/** What the database holds, and the milliseconds that loading took; null where an earlier run did. */
export interface Loaded {
  size: Size;
  loadMs: number | null;
}

/** What the figures were measured on. */
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

export function data({ size, loadMs }: Loaded): string {
  const loading = loadMs === null ? 'loaded before' : `loaded in ${Math.round(loadMs / 1000)} s`;
  return [
    `Data: ${count(size.sellers)} sellers, ${count(size.products)} products, ${count(size.orders)} orders`,
    `(the largest seller has ${count(size.products / 5)} and ${count(size.orders / 10)}), ${loading}.`,
    `${size.rounds} rounds of ${size.secondsPerRound} s per job and server, in turns; medians.`,
  ].join(' ');
}

export const getRatio = ({ first, second }: Comparison) => first.requestsPerSecond / second.requestsPerSecond;

export function comparisonTable(
  rows: readonly Comparison[],
  [first, second]: readonly [string, string],
): string {
  const pair = (a: string, b: string) => `${a} / ${b}`;
  return table(
    [
      'job',
      `req/s ${first}`,
      `req/s ${second}`,
      'ratio',
      `p50 ${first} / ${second}`,
      `p99 ${first} / ${second}`,
      `CPU per request ${first} / ${second}`,
    ],
    rows.map((row) => [
      row.job,
      count(row.first.requestsPerSecond),
      count(row.second.requestsPerSecond),
      getRatio(row).toFixed(2),
      pair(ms(row.first.p50), ms(row.second.p50)),
      pair(ms(row.first.p99), ms(row.second.p99)),
      pair(ms(row.first.cpuMsPerRequest), ms(row.second.cpuMsPerRequest)),
    ]),
  );
}
