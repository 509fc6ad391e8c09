import type { Database } from '@esteira/db/database';

/** Rows of a statement without parameters, as the driver gives them: select only texts and integers with it. */
export async function readRows<Row extends object>(db: Database, statement: string): Promise<Row[]> {
  const result: unknown = await db.execute(statement);
  return Array.isArray(result) ? (result as Row[]) : (result as { rows: Row[] }).rows;
}
