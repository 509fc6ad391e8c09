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

/**
 * '9 preços vão mudar · em média +R$ 6,10 · nenhum com prejuízo'; of stock '9 estoques vão mudar'. What a rule cannot
 * change and what has the value already is counted behind.
 */
export function summarizePreview(itens: readonly PreviewedChange[]): string {
  const changing = itens.filter(isChanging);
  const number = changing.length;
  const isStock = itens.some(({ campo }) => campo === 'estoque');
  const failing = itens.filter(({ erro }) => erro !== null).length;
  const same = itens.length - number - failing;
  return [
    isStock
      ? countText(number, 'estoque vai mudar', 'estoques vão mudar')
      : countText(number, 'preço vai mudar', 'preços vão mudar'),
    ...(isStock || number === 0 ? [] : [describeMean(changing), describeLosses(changing)]),
    failing > 0 && `${formatCount(failing)} com erro`,
    same > 0 && countText(same, 'já tem esse valor', 'já têm esse valor'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** 'em média +R$ 6,10', of prices that were there before. */
function describeMean(changing: readonly PreviewedChange[]): string | null {
  const known = changing.filter(({ antes }) => antes !== null);
  if (known.length === 0) return null;
  const cents = known.reduce(
    (sum, { antes, depois }) => sum + Math.round((depois ?? 0) * 100) - Math.round((antes ?? 0) * 100),
    0,
  );
  const mean = Math.round(cents / known.length) / 100;
  const text = `${mean > 0 ? '+' : ''}${formatMoney(mean)}`;
  return changing.length === 1 ? text : `em média ${text}`;
}

function describeLosses(changing: readonly PreviewedChange[]): string {
  const losing = changing.filter(isLosing).length;
  if (losing > 0) return `${formatCount(losing)} com prejuízo`;
  return changing.length === 1 ? 'sem prejuízo' : 'nenhum com prejuízo';
}

/** Whether a sale at the new value loses money: with all costs where they are known. */
const isLosing = ({ liquido, lucro }: PreviewedChange): boolean => (liquido ?? lucro ?? 0) < 0;

/** '198 produtos restaurados, 2 ficaram como estão' */
export function summarizeUndo({ desfeitos, mantidos }: ChangeUndoResult): string {
  const restored = countText(desfeitos, 'produto restaurado', 'produtos restaurados');
  if (mantidos === 0) return restored;
  return `${restored}, ${countText(mantidos, 'ficou como está', 'ficaram como estão')}`;
}

/** A product with what changes of it. */
export interface PreviewedProduct {
  id: string;
  changes: PreviewedChange[];
}

/** By product; what needs the seller's eye first: losses, errors, changes, and last what stays as it is. */
export function byConcern(itens: readonly PreviewedChange[]): PreviewedProduct[] {
  const products = new Map<string, PreviewedChange[]>();
  for (const item of itens) products.set(item.id, [...(products.get(item.id) ?? []), item]);
  return [...products]
    .map(([id, changes]) => ({ id, changes, rank: Math.min(...changes.map(rankOf)) }))
    .sort((a, b) => a.rank - b.rank);
}

function rankOf(item: PreviewedChange): number {
  if (item.erro !== null) return 1;
  if (!isChanging(item)) return 3;
  return isLosing(item) ? 0 : 2;
}
