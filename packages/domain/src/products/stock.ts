import { countText } from '../text/count-text';

/** Fewer units than this is low stock. */
export const LOW_STOCK_LIMIT = 5;

/** The most units one product may hold. */
export const MAX_STOCK = 1_000_000;

/** Why a stock movement was written; every change of stock carries one of these. */
export const STOCK_REASONS = [
  'inicial',
  'ajuste',
  'importacao',
  'desfazer',
  'venda',
  'cancelamento',
  'alteracao',
] as const;

export type StockReason = (typeof STOCK_REASONS)[number];

/** Those of movements that an order made: what buyers do to the stock. Everything else is somebody's decision. */
export const ORDER_REASONS: readonly StockReason[] = ['venda', 'cancelamento', 'alteracao'];

/** How the stock history of a product names them. */
export const STOCK_REASON_LABELS: Record<StockReason, string> = {
  inicial: 'Estoque inicial',
  ajuste: 'Ajuste',
  importacao: 'Importação',
  venda: 'Venda',
  cancelamento: 'Cancelamento',
  alteracao: 'Alteração do pedido',
  desfazer: 'Alteração desfeita',
};

/** An edit that would leave the stock below zero or above MAX_STOCK; its message is for the seller. */
export class StockEditError extends RangeError {
  override readonly name = 'StockEditError';
}

/** Units: what is stored now, what the editor typed, and what the editor saw when opening the form. */
export interface StockEdit {
  current: number;
  estoque: number;
  estoque_anterior?: number | null | undefined;
}

/** Units: what is stored now, what a file says, what was stored when the file was made, and what happened since. */
export interface StockFromFile {
  current: number;
  estoque: number;
  exported: number;
  /** Moved since the file was made by anything but orders, together; null: not known. */
  adjusted: number | null;
}

/** Tells whether a product's units are few enough to warn about. */
export function isLowStock(estoque: number): boolean {
  return estoque < LOW_STOCK_LIMIT;
}

/**
 * The stock after an edit and the movement to record, in units. Without `estoque_anterior`
 * the typed figure is set; with it only the difference is applied, so a sale made meanwhile is not undone.
 * @throws StockEditError when the result is below zero or above MAX_STOCK.
 */
export function stockAfterEdit({ current, estoque, estoque_anterior }: StockEdit): {
  estoque: number;
  difference: number;
} {
  const difference = estoque - (estoque_anterior ?? current);
  const result = current + difference;
  if (result < 0) throw new StockEditError('Estoque insuficiente');
  if (result > MAX_STOCK) throw new StockEditError('Estoque acima de 1.000.000 de unidades');
  return { estoque: result, difference };
}

/**
 * The stock after an import of a file that tells what it was made from, or the lower-case Portuguese reason why it must
 * not be changed. Only what somebody changed in the file is applied, as a difference, so that sales since keep counting;
 * a difference that is applied already is not applied again.
 */
export function stockAfterFile({ current, estoque, exported, adjusted }: StockFromFile): number | string {
  const change = estoque - exported;
  if (change === 0 || adjusted === change) return current;
  if (adjusted === null && current === estoque) return current;
  const isUntouched = adjusted === null ? current === exported : adjusted === 0;
  if (!isUntouched) return 'foi alterado depois da exportação; exporte de novo';
  if (current + change < 0) {
    const units = countText(current, 'unidade', 'unidades');
    return `insuficiente: há ${units} e o arquivo tira ${-change}`;
  }
  return current + change > MAX_STOCK ? 'ficaria acima de 1.000.000 de unidades' : current + change;
}
