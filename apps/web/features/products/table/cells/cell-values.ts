import type { ChangeField } from '@esteira/domain/products/bulk-change';
import { MAX_STOCK } from '@esteira/domain/products/stock';
import { isFarAboveCost } from '@esteira/domain/profit/gross-profit';
import { formatAmount, parseMoney } from '@esteira/domain/text/money-text';
import type { Product } from '@esteira/validators/products/product';
import { formatCount } from '../../../../lib/format/figures';
import { readUnits } from '../../changes/rule-choices';

/** The columns that are edited in place, in their order. */
export const EDITABLE = ['preco_venda_ml', 'preco_venda_amazon', 'preco_fornecedor', 'estoque'] as const;

export const FIELD_LABELS: Record<ChangeField, string> = {
  preco_venda_ml: 'Preço ML',
  preco_venda_amazon: 'Preço Amazon',
  preco_fornecedor: 'Custo',
  estoque: 'Estoque',
};

export type CellReading = { ok: true; value: number | null } | { ok: false; problem: string };

/** What a cell shows, which `readCell` reads back. */
export function toCellText(campo: ChangeField, value: number | null): string {
  if (value === null) return '';
  return campo === 'estoque' ? String(value) : formatAmount(value);
}

/** Reads what was typed or pasted into a cell; no price on Amazon is an empty one. */
export function readCell(campo: ChangeField, text: string): CellReading {
  if (campo === 'preco_venda_amazon' && text.trim() === '') return { ok: true, value: null };
  const reading = campo === 'estoque' ? readUnits(text) : parseMoney(text);
  if (!reading.ok) {
    return { ok: false, problem: reading.reason.charAt(0).toUpperCase() + reading.reason.slice(1) };
  }
  if (campo === 'estoque' && reading.value > MAX_STOCK) {
    return { ok: false, problem: 'No máximo 1.000.000 de unidades' };
  }
  return reading;
}

/** Whether a sale price is so far above the cost that it is asked about once. */
export function isDoubtful(product: Product, campo: ChangeField, value: number | null): boolean {
  if (value === null || (campo !== 'preco_venda_ml' && campo !== 'preco_venda_amazon')) return false;
  return isFarAboveCost({ preco_venda: value, preco_fornecedor: product.preco_fornecedor });
}

/** The most lines that are pasted at once. */
export const MAX_PASTED = 5_000;

export type Pasted = { ok: true; lines: string[] } | { ok: false; problem: string };

/** The lines of a copied column; Excel ends the last one too. */
export function readColumn(text: string): Pasted {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  if (lines.some((line) => line.includes('\t'))) return { ok: false, problem: 'Cole uma coluna de cada vez' };
  if (lines.length > MAX_PASTED)
    return { ok: false, problem: `Cole no máximo ${formatCount(MAX_PASTED)} linhas de cada vez` };
  return { ok: true, lines };
}
