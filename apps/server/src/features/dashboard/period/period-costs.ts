import { type Database, queryRows } from '@esteira/db/database';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { fromCents } from '@esteira/domain/money';
import { COST_CODES, type CostCode } from '@esteira/domain/profit/costs/cost-term';
import type { DaySpan } from '@esteira/domain/report-period';
import type { PeriodCosts } from '@esteira/validators/dashboard-period';
import { type SQL, sql } from 'drizzle-orm';

/** What each kind of cost took, in all and on each marketplace. */
export interface CostsTaken {
  total: PeriodCosts;
  on: Record<Marketplace, PeriodCosts>;
}

/** Reads it from the sums by day; in the order of the screens, without kinds that took nothing. */
export async function readCostsTaken(db: Database, owner: SQL, { de, ate }: DaySpan): Promise<CostsTaken> {
  const rows = await queryRows<CostRow>(
    db,
    sql`SELECT marketplace, ${SUMS} FROM resumo_diario_custos
        WHERE ${owner} AND dia BETWEEN ${de}::date AND ${ate}::date GROUP BY 1`,
  );
  const on = (marketplace: Marketplace) => toCosts(rows.filter((row) => row.marketplace === marketplace));
  return {
    total: toCosts(rows),
    on: Object.fromEntries(MARKETPLACES.map((name) => [name, on(name)])) as CostsTaken['on'],
  };
}

type CostRow = Record<CostCode, string> & { marketplace: Marketplace };

const SUMS = sql.join(
  COST_CODES.map((code) => sql`sum(${sql.identifier(code)})::text AS ${sql.identifier(code)}`),
  sql`, `,
);

function toCosts(rows: readonly CostRow[]): PeriodCosts {
  const sums = COST_CODES.map((codigo) => ({
    codigo,
    cents: rows.reduce((sum, row) => sum + Number(row[codigo]), 0),
  }));
  return sums
    .filter(({ cents }) => cents !== 0)
    .map(({ codigo, cents }) => ({ codigo, valor: fromCents(cents) }));
}
