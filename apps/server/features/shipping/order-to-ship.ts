import type { Database } from '@esteira/db/database';
import { sellerName, users } from '@esteira/db/schema/accounts/users';
import { IS_LINE_OF_ORDER, orderLines } from '@esteira/db/schema/orders/order-lines';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { accountNameOf } from '@esteira/db/schema/platform/marketplace-accounts';
import { products } from '@esteira/db/schema/products/products';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { describeBuyer } from '@esteira/domain/orders/buyer-retention';
import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import { nameOrder } from '@esteira/domain/orders/order-name';
import type { LabelRequest, MarketplaceAdapter, OrderRef } from '@esteira/marketplaces/port';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import type { Order } from '@esteira/validators/orders/order';
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { orderNotFound } from '../../core/errors';
import { isEntityId } from '../../core/ids';

/** An order of a seller, by its id. */
export interface OrderKey {
  usuarioId: string;
  pedidoId: string;
}

/** The parcel of a real order, by its primary key; simulated orders have none. */
export const itsParcel = and(
  eq(orderShipping.usuario_id, orders.usuario_id),
  eq(orderShipping.pedido_id, orders.id),
);

/**
 * Whether no marketplace knows an order, though its own may be real by now: a real one gets its deadline with its parcel, a
 * simulated one has it from the sale on.
 */
export function isSimulatedOrder(order: { envio: unknown; despachar_ate: string | null }): boolean {
  return order.envio === null && order.despachar_ate !== null;
}

/** Who is asked about an order: of a simulated one never a real marketplace. */
export function findAdapter(
  { marketplaces, clock }: Pick<Deps, 'marketplaces' | 'clock'>,
  { marketplace, isSimulated }: Pick<OrderToShip, 'marketplace' | 'isSimulated'>,
): MarketplaceAdapter {
  const adapter = marketplaces[marketplace];
  if (!isSimulated || adapter.modo === 'simulado') return adapter;
  return createSimulatedAdapter(marketplace, { clock });
}

/** What the marketplace's calls about an order's parcel need of it. */
export interface OrderToShip {
  id: string;
  status: OrderStatus;
  marketplace: Marketplace;
  /** The account that sold it. */
  contaId: number;
  /** Its name; null where the seller has only one on the marketplace. */
  conta: string | null;
  enviado_pelo_marketplace: boolean;
  /** What was known of the buyer was erased: no label is fetched that would tell it again. */
  isBuyerErased: boolean;
  isSimulated: boolean;
  ref: OrderRef;
  label: Omit<LabelRequest, 'ml_order_id'>;
  /** Null for a simulated order. */
  envio: Pick<Parcel, 'situacao' | 'bloqueio' | 'precisa_nota' | 'pacote_id'> | null;
}

type Parcel = NonNullable<Order['envio']>;

/** Reads it in one query. Fails with `not_found`, for another seller's order too. */
export async function getOrderToShip(db: Database, usuarioId: string, id: string): Promise<OrderToShip> {
  const [order] = isEntityId(id) ? await listOrdersToShip(db, usuarioId, [id]) : [];
  if (order === undefined) throw orderNotFound();
  return order;
}

/** Those of the orders that are the seller's, by their well-formed ids. */
export async function listOrdersToShip(
  db: Database,
  usuarioId: string,
  ids: readonly string[],
): Promise<OrderToShip[]> {
  const { situacao, bloqueio, precisa_nota, pacote_id } = orderShipping;
  const rows = await db
    .select({
      order: orders,
      lines: db.$count(orderLines, IS_LINE_OF_ORDER),
      sku: products.sku,
      seller: sellerName,
      envio: { situacao, bloqueio, precisa_nota, pacote_id },
      conta: accountNameOf(orders),
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.usuario_id))
    .leftJoin(products, and(eq(products.usuario_id, orders.usuario_id), eq(products.id, orders.produto_id)))
    .leftJoin(orderShipping, itsParcel)
    .where(and(eq(orders.usuario_id, usuarioId), inArray(orders.id, [...ids])));
  return rows.map(toOrderToShip);
}

interface ToShipRow {
  order: typeof orders.$inferSelect;
  lines: number;
  sku: string | null;
  seller: string;
  envio: OrderToShip['envio'];
  conta: string | null;
}

function toOrderToShip({ order, lines, sku, seller, envio, conta }: ToShipRow): OrderToShip {
  const { id, status, marketplace, ml_order_id, produto_nome, enviado_pelo_marketplace } = order;
  return {
    ...{ id, status, marketplace, contaId: order.conta_id, conta, enviado_pelo_marketplace, envio },
    isBuyerErased: order.comprador_apagado_em !== null,
    isSimulated: isSimulatedOrder({ envio, despachar_ate: order.despachar_ate }),
    ref: { ml_order_id, sku, produto_nome },
    label: {
      produto_nome: nameOrder({ produto_nome, itens: { length: lines } }),
      // A label has room for one, which would pass for that of all.
      sku: lines > 1 ? null : sku,
      quantidade: order.quantidade,
      cliente_nome: describeBuyer(order.cliente_nome, order.comprador_apagado_em),
      cliente_endereco: describeBuyer(order.cliente_endereco, order.comprador_apagado_em),
      remetente_nome: order.fornecedor_nome,
      remetente_detalhe: `Vendido por ${seller}`,
      criado_em: new Date(order.criado_em),
    },
  };
}
