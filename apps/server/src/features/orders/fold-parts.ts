import { type Database, queryRows } from '@esteira/db/database';
import { findPostgresFailure } from '@esteira/db/postgres/postgres-errors';
import { dailyCosts, dailySummaries, orderSummaries } from '@esteira/db/schema/orders/order-summaries';
import { getTableColumns, getTableName, sql } from 'drizzle-orm';

/** Rows of one transaction: whoever adds to one of them meanwhile waits for it. */
const BATCH = 100;
/** Longer than a sale takes. Where a bulk run holds what is to be added to, the next look finds the parts again. */
const WAIT_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';

/** What the rows of each summary are told apart by; every other column is a sum. */
const SUMMARIES = [
  { table: orderSummaries, key: ['usuario_id', 'mes', 'marketplace', 'status'] },
  { table: dailySummaries, key: ['usuario_id', 'dia', 'marketplace', 'status'] },
  { table: dailyCosts, key: ['usuario_id', 'dia', 'marketplace'] },
] as const;

type Summary = (typeof SUMMARIES)[number];

/**
 * Adds the parts of every seller's sums to part 0, so that few rows are read. What the parts sum up to, versions too, is
 * the same before and after. Safe on several servers at once, and beside everybody who writes orders.
 */
export async function foldParts(db: Database): Promise<void> {
  for (const summary of SUMMARIES) {
    const name = sql.identifier(getTableName(summary.table));
    const sellers = await queryRows<{ id: string }>(
      db,
      sql`SELECT DISTINCT usuario_id AS id FROM ${name} WHERE parte > 0`,
    );
    for (const { id } of sellers) while ((await foldSome(db, summary, id)) === BATCH);
  }
}

/** How many rows were moved; none where others held for long what they were to be added to. */
async function foldSome(db: Database, summary: Summary, usuarioId: string): Promise<number> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT set_config('lock_timeout', ${`${WAIT_MS}ms`}, true)`);
      return (await queryRows(tx, moveParts(summary, usuarioId))).length;
    });
  } catch (error) {
    if (findPostgresFailure(error)?.code === LOCK_NOT_AVAILABLE) return 0;
    throw error;
  }
}

/** A row for each one that was moved. Those that somebody adds to at the moment stay. */
function moveParts({ table, key }: Summary, usuarioId: string) {
  const sums = Object.keys(getTableColumns(table)).filter(
    (column) => column !== 'parte' && !key.some((name) => name === column),
  );
  const name = sql.identifier(getTableName(table));
  const list = (columns: readonly string[], each = (column: string) => column) =>
    sql.raw(columns.map(each).join(', '));
  const keys = list(key);
  return sql`
    WITH movidas AS (
      DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${name} WHERE usuario_id = ${usuarioId}::uuid AND parte > 0
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
      RETURNING *
    ), somadas AS (
      INSERT INTO ${name} AS r (${keys}, parte, ${list(sums)})
      SELECT ${keys}, 0, ${list(sums, (column) => `sum(${column})`)} FROM movidas GROUP BY ${keys} ORDER BY ${keys}
      ON CONFLICT (${keys}, parte) DO UPDATE
      SET ${list(sums, (column) => `${column} = r.${column} + excluded.${column}`)}
    )
    SELECT 1 AS um FROM movidas`;
}
