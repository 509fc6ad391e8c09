import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { formatMoney, fromCents, toCents } from '@esteira/domain/money';
import { getMonthSpan } from '@esteira/domain/report-period';
import { countText } from '@esteira/domain/text/count-text';
import { formatLongMonth } from '@esteira/domain/text/month-text';
import type { BestSellers, MonthTotals } from '@esteira/validators/dashboards/dashboard-totals';
import { formatCount } from '../../../lib/format/figures';
import { paths } from '../../../paths';
import { TOTALS, type TotalSource } from './total-source';

/** The rows that a figure is the sum of, with where each is explained further. */
export interface Explained {
  name: string;
  rows: { key: string; label: string; text: string; to: string | null }[];
  sum: string;
}

/** What the months say of a figure of all time. */
export function explainTotal(
  { meses }: MonthTotals,
  { total, marketplace }: Extract<TotalSource, { kind: 'total' }>,
): Explained {
  const rows = meses.filter(
    (row) => row[total] !== 0 && (marketplace === null || row.marketplace === marketplace),
  );
  const isMoney = total === 'receita' || total === 'lucro';
  const format = (amount: number) => (isMoney ? formatMoney(amount) : formatCount(amount));
  const sum = isMoney
    ? fromCents(rows.reduce((cents, row) => cents + toCents(row[total]), 0))
    : rows.reduce((count, row) => count + row[total], 0);
  return {
    name: marketplace === null ? TOTALS[total] : `${TOTALS[total]}: ${MARKETPLACE_NAMES[marketplace]}`,
    rows: rows.map((row) => ({
      key: `${row.mes} ${row.marketplace}`,
      label: `${formatLongMonth(row.mes)} · ${MARKETPLACE_NAMES[row.marketplace]}`,
      text: format(row[total]),
      to:
        total === 'pendentes'
          ? paths.pendingOrdersOf(row.marketplace, getMonthSpan(row.mes))
          : paths.periodFigure(getMonthSpan(row.mes), `marketplace.${row.marketplace}.${total}`),
    })),
    sum: format(sum),
  };
}

/** What the months say of a best seller's units; null where there is none of that rank. */
export function explainBestSeller({ produtos }: BestSellers, rank: number): Explained | null {
  const product = produtos[rank - 1];
  if (product === undefined) return null;
  const units = (count: number) => countText(count, 'unidade', 'unidades');
  return {
    name: product.nome,
    rows: product.meses.map(({ mes, unidades }) => ({
      ...{ key: mes, label: formatLongMonth(mes), text: units(unidades), to: null },
    })),
    sum: units(product.meses.reduce((sum, { unidades }) => sum + unidades, 0)),
  };
}
