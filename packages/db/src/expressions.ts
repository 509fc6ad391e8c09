import { type Column, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The moment at which the transaction began. */
export const NOW: SQL = sql`now()`;

/** The sum of a column of counts or cents, of the rows that fulfil a condition where one is given; 0 without rows. */
export function total(column: SQLWrapper, condition?: SQL): SQL<number> {
  const filter = condition && sql` FILTER (WHERE ${condition})`;
  return sql`coalesce(sum(${column})${filter}, 0)`.mapWith(Number);
}

/** How many rows fulfil a condition. */
export const countWhere = (condition: SQL | undefined): SQL<number> =>
  sql`count(*) FILTER (WHERE ${condition})`.mapWith(Number);

/** For the update of an upsert: these columns get the values that the insert brought. */
export const setToNew = (...columns: Column[]): Record<string, SQL> =>
  Object.fromEntries(columns.map(({ name }) => [name, sql`excluded.${sql.identifier(name)}`]));
