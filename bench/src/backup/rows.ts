import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { listTables } from '@esteira/db/backup/tables';
import type { Database } from '@esteira/db/database';
import { readRows } from '../kill/writes/read-rows';
import type { TakenBackup } from './under-load';

/** The rows of each table, as JSON. */
type Rows = ReadonlyMap<string, readonly string[]>;

const JOBS = 'pgboss.job';

/** Reads a backup's lines without what reads them for a restore. */
export async function readBackupFile(file: string): Promise<Rows> {
  const rows = new Map<string, string[]>();
  let table: string[] = [];
  for (const line of gunzipSync(await readFile(file))
    .toString()
    .split('\n')
    .slice(1, -2)) {
    const name = /^\{"tabela":"([^"]+)"\}$/.exec(line)?.[1];
    if (name !== undefined) {
      table = [];
      rows.set(name, table);
    } else table.push(line);
  }
  return rows;
}

/** The tables of ours; jobs are sent anew where they are restored. */
export async function readTables(db: Database): Promise<string[]> {
  return (await listTables(db)).map(({ nome }) => nome).filter((name) => name !== JOBS);
}

/** Sales that have to be in a backup and are not, and such as cannot be and are. */
export function findMissing(rows: Rows, { before, after }: Pick<TakenBackup, 'before' | 'after'>): string[] {
  const orders = new Set((rows.get('pedidos') ?? []).map((row) => (JSON.parse(row) as { id: string }).id));
  return [
    ...before
      .filter((id) => !orders.has(id))
      .map((id) => `order ${id} was answered before, and is not there`),
    ...after.filter((id) => orders.has(id)).map((id) => `order ${id} was asked for afterwards, and is there`),
  ];
}

/** Which rows of a backup these tables do not hold as they are there, and which they hold beyond it. */
export async function compareRows(db: Database, rows: Rows, tables: readonly string[]): Promise<string[]> {
  return compareTables(db, tables, (table, found) => {
    const expected = rows.get(table) ?? [];
    return [...findLost(expected, found), ...findLost(found, expected).map((row) => `beyond it: ${row}`)];
  });
}

/** Which rows of a backup these tables, which are only ever added to, do not hold. */
export async function findChanged(db: Database, rows: Rows, tables: readonly string[]): Promise<string[]> {
  return compareTables(db, tables, (table, found) => findLost(rows.get(table) ?? [], found));
}

async function compareTables(
  db: Database,
  tables: readonly string[],
  compare: (table: string, found: readonly string[]) => string[],
): Promise<string[]> {
  const differences: string[] = [];
  const columns = new Map((await listTables(db)).map(({ nome, colunas }) => [nome, colunas]));
  for (const table of tables) {
    const list = (columns.get(table) ?? []).map((column) => `"${column}"`).join(', ');
    const found = await readRows<{ row: string }>(
      db,
      `SELECT row_to_json(t)::text AS row FROM (SELECT ${list} FROM "${table}") AS t`,
    );
    const told = compare(
      table,
      found.map(({ row }) => row),
    ).map((what) => `${table}: ${what.slice(0, 200)}`);
    differences.push(...told);
  }
  return differences;
}

/** Rows of one list that the other does not have, or not as often. */
function findLost(rows: readonly string[], held: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const row of held) left.set(row, (left.get(row) ?? 0) + 1);
  return rows.filter((row) => {
    const times = left.get(row) ?? 0;
    left.set(row, times - 1);
    return times <= 0;
  });
}
