import { toDay } from '@esteira/domain/calendar';
import { isMoney, toCents } from '@esteira/domain/money';
import { findSimplesRate } from '@esteira/domain/profit/costs/tax';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';

/** Millionths in a percent. */
const PERCENT = 10_000;
const rateFormat = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** The rate that the revenue typed so far leads to. */
export function TaxHint({ table, revenue }: { table: FeeTable; revenue: unknown }) {
  if (typeof revenue !== 'number' || !isMoney(revenue) || revenue < 0) {
    return <>De todos os canais, também dos que a Esteira não vê. Ela decide a alíquota.</>;
  }
  const rate = findSimplesRate(table, toDay(new Date()), toCents(revenue));
  if (rate === null) return <>Acima do limite do Simples Nacional</>;
  return <>Alíquota efetiva: {rateFormat.format(rate / PERCENT)}%</>;
}
