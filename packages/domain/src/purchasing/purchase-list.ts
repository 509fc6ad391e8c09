import { fromCents, toCents } from '../money';

/** How many orders a purchase list holds at most, to be sent and to be paid each. */
export const MAX_PURCHASE_ORDERS = 1_000;

/** What a line of an order asks of its supplier. The cost is that of the whole line, in reais. */
export interface PurchaseItem {
  produto_nome: string;
  produto_sku: string | null;
  quantidade: number;
  preco_fornecedor: number;
}

/** One product of a purchase list. Amounts in reais. */
export interface PurchaseLine {
  produto_nome: string;
  produto_sku: string | null;
  quantidade: number;
  /** Null where a line's cost is no whole number of cents a unit. */
  custo_unitario: number | null;
  total: number;
}

/** Lines of a supplier as products to be bought: one line per product and unit cost, by name. */
export function toPurchaseLines(items: readonly PurchaseItem[]): PurchaseLine[] {
  const lines = new Map<string, PurchaseLine>();
  for (const { produto_nome, produto_sku, quantidade, preco_fornecedor } of items) {
    const cents = toCents(preco_fornecedor);
    const custo_unitario = cents % quantidade === 0 ? fromCents(cents / quantidade) : null;
    const key = JSON.stringify([produto_nome, produto_sku, custo_unitario]);
    const line = lines.get(key) ?? { produto_nome, produto_sku, quantidade: 0, custo_unitario, total: 0 };
    lines.set(key, {
      ...line,
      quantidade: line.quantidade + quantidade,
      total: fromCents(toCents(line.total) + cents),
    });
  }
  return [...lines.values()].sort(
    (a, b) =>
      a.produto_nome.localeCompare(b.produto_nome, 'pt-BR') ||
      (a.produto_sku ?? '').localeCompare(b.produto_sku ?? '', 'pt-BR') ||
      (a.custo_unitario ?? 0) - (b.custo_unitario ?? 0),
  );
}

/** What the orders cost together, in reais, exact to the cent. */
export function sumCosts(items: readonly Pick<PurchaseItem, 'preco_fornecedor'>[]): number {
  return fromCents(items.reduce((cents, { preco_fornecedor }) => cents + toCents(preco_fornecedor), 0));
}

/** How many units the orders have together. */
export function countUnits(items: readonly Pick<PurchaseItem, 'quantidade'>[]): number {
  return items.reduce((units, { quantidade }) => units + quantidade, 0);
}
