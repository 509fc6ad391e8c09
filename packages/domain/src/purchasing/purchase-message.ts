import { formatMoney } from '../money';
import { countText } from '../text/count-text';
import { countUnits, type PurchaseItem, sumCosts, toPurchaseLines } from './purchase-list';

/** What an order has of the supplier: which products, units and cost of all, for whom, where to. */
export interface PurchaseDelivery extends Pick<PurchaseItem, 'quantidade' | 'preco_fornecedor'> {
  itens: readonly PurchaseItem[];
  ml_order_id: string;
  cliente_nome: string;
  cliente_endereco: string;
}

export interface PurchaseMessageInput {
  supplierName: string;
  sellerName: string;
  /** A day as it is shown: '22/11/2026'. */
  day: string;
  deliveries: readonly PurchaseDelivery[];
  /** Where the supplier finds all of it without a login, in place of products and buyers; null: the text has them. */
  pageUrl: string | null;
  /** What has to be paid, in reais, and the code that pays exactly that. */
  payment: { amount: number; pixCode: string } | null;
}

/**
 * The purchase list as plain text for WhatsApp, which shows what stands between asterisks bold.
 */
export function toPurchaseMessage(input: PurchaseMessageInput): string {
  const { deliveries, pageUrl, payment } = input;
  return [
    [
      `*Pedido de compra de ${input.day}*`,
      `Para: ${oneLine(input.supplierName)}`,
      `De: ${oneLine(input.sellerName)}`,
    ],
    [...(pageUrl === null ? ['*Produtos*', ...toProductLines(deliveries)] : []), toTotalLine(deliveries)],
    ...(pageUrl === null
      ? [['*Entregas*'], ...deliveries.map(toDelivery)]
      : [['Lista com produtos, endereços e etiquetas:', pageUrl]]),
    payment === null ? [] : [`*Pix copia e cola* (${formatMoney(payment.amount)}):`, payment.pixCode],
  ]
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => paragraph.join('\n'))
    .join('\n\n')
    .replaceAll('\u00a0', ' ');
}

const toProductLines = (deliveries: readonly PurchaseDelivery[]) =>
  toPurchaseLines(deliveries.flatMap(({ itens }) => itens)).map(toProductLine);

function toProductLine(line: ReturnType<typeof toPurchaseLines>[number]): string {
  const unit = line.custo_unitario === null ? '' : ` (${formatMoney(line.custo_unitario)} cada)`;
  return `${line.quantidade}x ${toProductName(line)}: ${formatMoney(line.total)}${unit}`;
}

function toTotalLine(deliveries: readonly PurchaseDelivery[]): string {
  const units = countUnits(deliveries);
  const count = countText(deliveries.length, 'pedido', 'pedidos');
  return `*Total: ${formatMoney(sumCosts(deliveries))}* (${count}, ${countText(units, 'unidade', 'unidades')})`;
}

function toDelivery(delivery: PurchaseDelivery, index: number): string[] {
  return [
    ...delivery.itens.map(
      (item, place) => `${place === 0 ? `${index + 1}. ` : ''}${item.quantidade}x ${toProductName(item)}`,
    ),
    `Pedido ${delivery.ml_order_id}`,
    oneLine(delivery.cliente_nome),
    oneLine(delivery.cliente_endereco),
  ];
}

function toProductName({
  produto_nome,
  produto_sku,
}: Pick<PurchaseItem, 'produto_nome' | 'produto_sku'>): string {
  return produto_sku === null ? oneLine(produto_nome) : `${oneLine(produto_nome)} [${oneLine(produto_sku)}]`;
}

/** Names of others must neither break lines nor begin or end what is bold. */
function oneLine(text: string): string {
  return text
    .replace(/[*_~`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
