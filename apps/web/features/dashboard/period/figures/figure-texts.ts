import { formatMoney } from '@esteira/domain/money';
import { formatCount } from '../../../../lib/format/figures';
import { FIGURES, type FigureName, type FigureSource, KNOWN_REVENUE } from './figure-source';

/** In the order of the tables. */
export const FIGURE_NAMES = Object.keys(FIGURES) as FigureName[];

/** '4', 'R$ 79,00', or '—' where it is not known. */
export function formatFigure(figure: FigureSource['figure'], amount: number | null): string {
  if (amount === null) return '—';
  return figure === 'vendas' ? formatCount(amount) : formatMoney(amount);
}

/** 'Receita', 'Frete', or 'Luminária: lucro'. */
export function describeSource({ figure, name }: Pick<FigureSource, 'figure' | 'name'>): string {
  if (figure === 'custo' || figure === KNOWN_REVENUE) return name ?? '';
  return name === null ? FIGURES[figure] : `${name}: ${FIGURES[figure].toLowerCase()}`;
}
