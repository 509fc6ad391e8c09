import type { Database } from '@esteira/db/database';
import { orders } from '@esteira/db/schema/orders/orders';
import type { BuyerOrders } from '@esteira/validators/orders/order-details';
import { and, desc, eq, ne } from 'drizzle-orm';
import { orderNotFound } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';

const MAX_SHOWN = 10;

/**
 * The other orders of an order's buyer, newest first. One buyer is who has the same name and the same address on the
 * same marketplace, whatever case, accents and blanks they are written with; whose data are hidden has none. Fails
 * with `not_found`.
 */
export async function listOrdersOfBuyer(db: Database, usuarioId: string, id: string): Promise<BuyerOrders> {
  const ofSeller = eq(orders.usuario_id, usuarioId);
  const [order] = isEntityId(id)
    ? await db
        .select({ buyer: orders.comprador })
        .from(orders)
        .where(and(ofSeller, eq(orders.id, id)))
    : [];
  if (order === undefined) throw orderNotFound();
  if (order.buyer === null) return { itens: [], tem_mais: false };
  const { ml_order_id, produto_nome, status, preco_venda, criado_em } = orders;
  const found = await db
    .select({ id: orders.id, ml_order_id, produto_nome, status, preco_venda, criado_em })
    .from(orders)
    .where(and(ofSeller, eq(orders.comprador, order.buyer), ne(orders.id, id)))
    .orderBy(desc(orders.id))
    .limit(MAX_SHOWN + 1);
  return { itens: found.slice(0, MAX_SHOWN), tem_mais: found.length > MAX_SHOWN };
}
