import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import { getStatusLabel } from '@esteira/domain/orders/sent-by-marketplace';
import type { ShippingStage } from '@esteira/domain/orders/shipping-stage';
import type { Column } from '../../core/tables/table';

interface SoldOrder {
  ml_order_id: string;
  marketplace: Marketplace;
  criado_em: string;
  status: OrderStatus;
  enviado_pelo_marketplace: boolean;
  situacao: ShippingStage | null;
  produto_nome: string;
  produto_sku: string | null;
  fornecedor_nome: string | null;
  quantidade: number;
  preco_venda: number;
}

/** The columns of an order that its tables and lists have in common, and what a list may run by. */
export const soldOrderFields = {
  id: orders.id,
  ml_order_id: orders.ml_order_id,
  marketplace: orders.marketplace,
  status: orders.status,
  produto_nome: orders.produto_nome,
  produto_sku: orders.produto_sku,
  fornecedor_nome: orders.fornecedor_nome,
  quantidade: orders.quantidade,
  preco_venda: orders.preco_venda,
  lucro: orders.lucro,
  criado_em: orders.criado_em,
  despachar_ate: orders.despachar_ate,
};

/** What a table reads besides for the words of a status. Its statement joins the parcel. */
export const statusFields = {
  enviado_pelo_marketplace: orders.enviado_pelo_marketplace,
  situacao: orderShipping.situacao,
};

/** What every table of orders begins with: which order it is, and what was sold for how much. */
export const SOLD_ORDER_COLUMNS: readonly Column<SoldOrder>[] = [
  { name: 'Pedido', kind: 'code', width: 20, read: (order) => order.ml_order_id },
  { name: 'Marketplace', kind: 'text', width: 14, read: (order) => MARKETPLACE_NAMES[order.marketplace] },
  { name: 'Recebido em', kind: 'moment', width: 17, read: (order) => order.criado_em },
  { name: 'Status', kind: 'text', width: 22, read: readStatus },
  { name: 'Produto', kind: 'text', width: 40, read: (order) => order.produto_nome },
  { name: 'SKU', kind: 'code', width: 18, read: (order) => order.produto_sku },
  { name: 'Fornecedor', kind: 'text', width: 28, read: (order) => order.fornecedor_nome },
  { name: 'Quantidade', kind: 'units', width: 11, read: (order) => order.quantidade },
  { name: 'Valor Venda', kind: 'money', width: 15, read: (order) => order.preco_venda },
];

function readStatus({ situacao, ...order }: SoldOrder): string {
  return getStatusLabel({ ...order, envio: situacao && { situacao } });
}
