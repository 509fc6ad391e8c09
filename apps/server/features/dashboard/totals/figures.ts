import { type Database, preparedOnce } from '@esteira/db/database';
import { fromCents } from '@esteira/domain/money';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { selectLowStockCount } from '../low-stock';
import { selectBestSellers } from './best-sellers';
import { type MonthTotal, selectMonths } from './months';

/** What the first figures of the dashboard are made of, of one moment and in one way to the database and back. */
export async function readFigures(db: Database, usuarioId: string) {
  const [figures] = await preparedOnce(db, 'dashboard_figures', selectFigures).execute({ usuarioId });
  if (figures === undefined) throw new Error('the statement returned no row');
  return figures;
}

const selectFigures = (db: Database, name: string) =>
  db
    .select({
      months: rowsOf<MonthTotal>(selectMonths(db)).mapWith(toMonths),
      best: rowsOf<{ nome: string; unidades: number }>(selectBestSellers(db)),
      lowStock: sql`${selectLowStockCount(db)}`.mapWith(Number),
    })
    .from(sql`(VALUES (1)) AS um`)
    .prepare(name);

/** All rows of a query as one value, in their order; amounts in cents. */
const rowsOf = <Row>(query: SQLWrapper) =>
  sql<Row[]>`(SELECT coalesce(json_agg(linha), '[]'::json) FROM ${query} AS linha)`;

function toMonths(rows: readonly MonthTotal[]): MonthTotal[] {
  return rows.map((row) => ({ ...row, receita: fromCents(row.receita), lucro: fromCents(row.lucro) }));
}
