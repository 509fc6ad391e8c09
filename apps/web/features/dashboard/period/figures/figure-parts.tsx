import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { formatMoney, fromCents, toCents } from '@esteira/domain/money';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import { formatCount } from '../../../../lib/format/figures';
import { describeKnownRevenue, FIGURES, type FigureSource, KNOWN_REVENUE } from './figure-source';

interface FigurePartsProps {
  data: DashboardPeriod;
  source: FigureSource;
}

/** The amounts that a figure is the sum of, where there are such besides its orders. */
export function FigureParts({ data, source }: FigurePartsProps) {
  const parts = toParts(data, source);
  if (parts.length === 0) return null;
  return (
    <dl className="tabular grid gap-1.5 text-[13px]">
      {parts.map(([label, text], index, { length }) => (
        <div
          key={label}
          className={
            index === length - 1
              ? 'flex justify-between gap-4 border-border border-t pt-1.5 font-semibold'
              : 'flex justify-between gap-4'
          }
        >
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function toParts(
  data: DashboardPeriod,
  { figure, name, total }: FigureSource,
): [label: string, text: string][] {
  const left = (whole: number, part: number) => formatMoney(fromCents(toCents(whole) - toCents(part)));
  switch (figure) {
    case 'custo':
    case KNOWN_REVENUE:
      return [];
    case 'vendas':
      if (name !== null) return [];
      return [
        ...data.marketplaces.map((row): [string, string] => [
          MARKETPLACE_NAMES[row.marketplace],
          formatCount(row.total.vendas),
        ]),
        [FIGURES.vendas, formatCount(total.vendas)],
      ];
    case 'receita':
      if (name !== null) return [];
      return [
        ...data.marketplaces.map((row): [string, string] => [
          MARKETPLACE_NAMES[row.marketplace],
          formatMoney(row.total.receita),
        ]),
        [FIGURES.receita, formatMoney(total.receita)],
      ];
    case 'lucro':
      return [
        [FIGURES.receita, formatMoney(total.receita)],
        ['Fornecedores', `-${left(total.receita, total.lucro)}`],
        [FIGURES.lucro, formatMoney(total.lucro)],
      ];
    default:
      return [
        [describeKnownRevenue(total.calculados), formatMoney(total.receita_calculada)],
        ['Custos', formatMoney(0 - total.custos)],
        ['Líquido', total.liquido === null ? '—' : formatMoney(total.liquido)],
      ];
  }
}
