import { withConnection } from '../harness/database';

/** What a database takes for each order that it holds, with all indices. */
export interface Weight {
  /** Of all tables. */
  all: number;
  /** The heaviest first. */
  tables: readonly { table: string; bytes: number }[];
}

export async function weigh(url: string, orders: string): Promise<Weight> {
  const rows = await withConnection(
    url,
    (sql) => sql<{ table: string; bytes: number }[]>`
      SELECT c.relname AS table, (pg_total_relation_size(c.oid) / (SELECT count(*) FROM ${sql(orders)})::float8) AS bytes
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')
      ORDER BY 2 DESC`,
  );
  return { all: rows.reduce((sum, { bytes }) => sum + bytes, 0), tables: [...rows] };
}
