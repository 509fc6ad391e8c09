import { formatMoney } from '@esteira/domain/money';
import type { ChangeField } from '@esteira/domain/products/bulk-change';
import { countText } from '@esteira/domain/text/count-text';
import type { ChangeUndoResult, PreviewedChange } from '@esteira/validators/products/product-change';
import { formatCount } from '../../../lib/format/figures';
import { isChanging } from './use-bulk-change';

/** A value of a product: 'R$ 59,90', '12 un.', 'sem preço'. */
export function formatValue(campo: ChangeField, value: number | null): string {
  if (value === null) return 'sem preço';
  return campo === 'estoque' ? `${formatCount(value)} un.` : formatMoney(value);
}

export function countProducts(count: number): string {
  return countText(count, 'produto', 'produtos');
}

/** '198 mudam · 2 com prejuízo · 1 com erro · 3 já têm esse valor' */
export function summarizePreview(itens: PreviewedChange[]): string {
  const changing = itens.filter(isChanging);
  const losing = changing.filter(({ lucro }) => lucro !== null && lucro < 0).length;
  const failing = itens.filter(({ erro }) => erro !== null).length;
  const same = itens.length - changing.length - failing;
  return [
    countText(changing.length, 'muda', 'mudam'),
    losing > 0 && `${formatCount(losing)} com prejuízo`,
    failing > 0 && `${formatCount(failing)} com erro`,
    same > 0 && countText(same, 'já tem esse valor', 'já têm esse valor'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** '198 produtos restaurados, 2 ficaram como estão' */
export function summarizeUndo({ desfeitos, mantidos }: ChangeUndoResult): string {
  const restored = countText(desfeitos, 'produto restaurado', 'produtos restaurados');
  if (mantidos === 0) return restored;
  return `${restored}, ${countText(mantidos, 'ficou como está', 'ficaram como estão')}`;
}

/** What needs the seller's eye first: losses, errors, changes, and last what stays as it is. */
export function byConcern(itens: PreviewedChange[]): PreviewedChange[] {
  const rank = (item: PreviewedChange) => {
    if (item.erro !== null) return 1;
    if (!isChanging(item)) return 3;
    return item.lucro !== null && item.lucro < 0 ? 0 : 2;
  };
  return itens.toSorted((a, b) => rank(a) - rank(b));
}
