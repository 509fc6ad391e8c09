import type { DaySpan } from '@esteira/domain/days';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { fromCents } from '@esteira/domain/money';
import { COST_CODES, type CostCode } from '@esteira/domain/profit/costs/cost-term';
import type { PeriodCosts } from '@esteira/validators/dashboards/dashboard-period';
import { type SQL, sql } from 'drizzle-orm';

/** What each kind of cost took, in all and on each marketplace. */
export interface CostsTaken {
  total: PeriodCosts;
  on: Record<Marketplace, PeriodCosts>;
}

/** What each kind of cost took by marketplace, from the sums by day; a value of a statement, for `parseCosts`. */
export const costsOfSpan = (owner: SQL, { de, ate }: DaySpan): SQL =>
  sql`(SELECT json_agg(linha)::text FROM (
    SELECT json_build_array(marketplace, codigo, sum(valor)) AS linha FROM resumo_diario_custos
    WHERE ${owner} AND dia BETWEEN ${de}::date AND ${ate}::date GROUP BY marketplace, codigo) linhas)`;

type CostRow = [marketplace: Marketplace, codigo: CostCode, cents: number];

/** In the order of the screens, without kinds that took nothing; null where no order has costs. */
export function parseCosts(json: string | null): CostsTaken {
  const rows: CostRow[] = JSON.parse(json ?? '[]');
  const on = (marketplace: Marketplace) => toCosts(rows.filter(([name]) => name === marketplace));
  return {
    total: toCosts(rows),
    on: Object.fromEntries(MARKETPLACES.map((name) => [name, on(name)])) as CostsTaken['on'],
  };
}

function toCosts(rows: readonly CostRow[]): PeriodCosts {
  return COST_CODES.flatMap((codigo) => {
    const cents = rows.reduce((sum, row) => sum + (row[1] === codigo ? row[2] : 0), 0);
    return cents === 0 ? [] : [{ codigo, valor: fromCents(cents) }];
  });
}
