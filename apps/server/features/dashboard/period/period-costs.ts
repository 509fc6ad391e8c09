import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { dailyCosts } from '@esteira/db/schema/orders/order-summaries';
import type { DaySpan } from '@esteira/domain/days';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { fromCents } from '@esteira/domain/money';
import { COST_CODES, type CostCode } from '@esteira/domain/profit/costs/cost-term';
import type { PeriodCosts } from '@esteira/validators/dashboards/dashboard-period';
import { and, between } from 'drizzle-orm';
import { isTheirs, type Whose } from './day-sums';

/** What each kind of cost took, in all and on each marketplace. */
export interface CostsTaken {
  total: PeriodCosts;
  on: Record<Marketplace, PeriodCosts>;
}

const { dia, marketplace, codigo, valor } = dailyCosts;

/** In the order of the screens, without kinds that took nothing. */
export async function sumCosts(db: Database, whose: Whose, { de, ate }: DaySpan): Promise<CostsTaken> {
  const rows = await db
    .select({ marketplace, codigo, cents: total(valor) })
    .from(dailyCosts)
    .where(and(isTheirs(dailyCosts, whose), between(dia, de, ate)))
    .groupBy(marketplace, codigo);
  const on = (name: Marketplace) => toCosts(rows.filter((row) => row.marketplace === name));
  return {
    total: toCosts(rows),
    on: Object.fromEntries(MARKETPLACES.map((name) => [name, on(name)])) as CostsTaken['on'],
  };
}

function toCosts(rows: readonly { codigo: CostCode; cents: number }[]): PeriodCosts {
  return COST_CODES.flatMap((code) => {
    const cents = rows.reduce((sum, row) => sum + (row.codigo === code ? row.cents : 0), 0);
    return cents === 0 ? [] : [{ codigo: code, valor: fromCents(cents) }];
  });
}
