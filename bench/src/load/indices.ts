import type postgres from 'postgres';
import type { Task } from './connections';

/** An index that is built once all rows are there: row by row it takes ten times as long. */
interface Index {
  table: string;
  name: string;
  /** The statement that makes it. */
  definition: string;
  isPrimaryKey: boolean;
  isInverted: boolean;
}

/** Takes from tables all indices but those that foreign keys of others rest upon. */
export async function dropIndices(sql: postgres.Sql, tables: readonly string[]): Promise<Index[]> {
  const indices = await sql<Index[]>`
    SELECT t.relname AS table, c.relname AS name, pg_get_indexdef(c.oid) AS definition,
      i.indisprimary AS "isPrimaryKey", m.amname = 'gin' AS "isInverted"
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    JOIN pg_am m ON m.oid = c.relam
    WHERE t.oid = ANY(${tables}::regclass[])
      AND NOT EXISTS (SELECT 1 FROM pg_constraint r WHERE r.contype = 'f' AND r.conindid = c.oid)`;
  for (const { table, name, isPrimaryKey } of indices) {
    await (isPrimaryKey
      ? sql`ALTER TABLE ${sql(table)} DROP CONSTRAINT ${sql(name)}`
      : sql`DROP INDEX ${sql(name)}`);
  }
  return [...indices];
}

/** Builds them, those of trigrams first, which take as long as all others together. */
export function buildingTasks(indices: readonly Index[]): Task[] {
  const inOrder = indices.toSorted((a, b) => Number(b.isInverted) - Number(a.isInverted));
  return inOrder.map(
    ({ definition }) =>
      (sql) =>
        sql.unsafe(definition),
  );
}

/** Only now: each locks its table, which others were still building indices of. */
export async function restoreKeys(sql: postgres.Sql, indices: readonly Index[]): Promise<void> {
  for (const { table, name, isPrimaryKey } of indices)
    if (isPrimaryKey)
      await sql`ALTER TABLE ${sql(table)} ADD CONSTRAINT ${sql(name)} PRIMARY KEY USING INDEX ${sql(name)}`;
}
