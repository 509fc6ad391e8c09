import { formatDate, formatTime } from '@esteira/domain/calendar';
import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { toCents } from '@esteira/domain/money';
import { BOM, toCsvAmount, toCsvCell, toCsvLine, toCsvText } from '@esteira/domain/text/csv-text';
import type { PurchaseOrder } from '@esteira/validators/products/purchasing';

const HEAD = [
  ...['Fornecedor', 'Pedido', 'Marketplace', 'Recebido em', 'Produto', 'SKU', 'Quantidade'],
  ...['Custo unitário', 'Custo total', 'Comprador', 'Endereço'],
];

/** The purchase list for a Brazilian spreadsheet, one line for each line of an order. */
export function toPurchaseCsv(supplierName: string, orders: readonly PurchaseOrder[]): string {
  const lines = orders.flatMap((order) =>
    order.itens.map((line) => `${toCells(supplierName, { ...order, ...line }).join(';')}\r\n`),
  );
  return BOM + toCsvLine(HEAD) + lines.join('');
}

function toCells(supplierName: string, order: PurchaseOrder): string[] {
  const cents = toCents(order.preco_fornecedor);
  const received = new Date(order.criado_em);
  return [
    toCsvText(supplierName),
    toCsvText(order.ml_order_id),
    MARKETPLACE_NAMES[order.marketplace],
    `${formatDate(received)} ${formatTime(received)}`,
    toCsvText(order.produto_nome),
    toCsvText(order.produto_sku ?? ''),
    String(order.quantidade),
    cents % order.quantidade === 0 ? toCsvCell(toCsvAmount(cents / order.quantidade / 100)) : '',
    toCsvCell(toCsvAmount(order.preco_fornecedor)),
    toCsvText(order.cliente_nome),
    toCsvText(order.cliente_endereco),
  ];
}
