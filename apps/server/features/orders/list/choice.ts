import type { Database } from '@esteira/db/database';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { MAX_CHOSEN_ORDERS } from '@esteira/domain/orders/order-bulk';
import type { ChosenOrders, OrderChoiceInput } from '@esteira/validators/orders/order-bulk';
import { eq, isNotNull } from 'drizzle-orm';
import { itsParcel } from '../../shipping/order-to-ship';
import { openReasons, toHold } from '../attention/hold';
import { toOrderQuery } from './order-query';
import { selectPage } from './select-page';

/** The first orders of a list, in its order, with as much of each as a bulk step needs to be offered. */
export async function chooseOrders(
  db: Database,
  usuarioId: string,
  input: OrderChoiceInput,
): Promise<ChosenOrders> {
  const { ordem = 'mais_novos' } = input;
  const { page, isListed, order } = selectPage(toOrderQuery(usuarioId, input), {
    ordem,
    rows: MAX_CHOSEN_ORDERS + 1,
  });
  const rows = await db
    .select({
      id: orders.id,
      status: orders.status,
      ml_order_id: orders.ml_order_id,
      produto_nome: orders.produto_nome,
      preco_fornecedor: orders.preco_fornecedor,
      tem_etiqueta: orders.tem_etiqueta,
      enviado_pelo_marketplace: orders.enviado_pelo_marketplace,
      atencoes: openReasons,
      real: isNotNull(orderShipping.pedido_id).mapWith(Boolean),
    })
    .from(orders)
    .innerJoin(page, isListed)
    .leftJoin(orderShipping, itsParcel)
    .where(eq(orders.usuario_id, usuarioId))
    .orderBy(...order);
  const itens = rows.map(({ atencoes, ...order }) => ({ ...order, retido: toHold(atencoes) }));
  return { itens: itens.slice(0, MAX_CHOSEN_ORDERS), ha_mais: rows.length > MAX_CHOSEN_ORDERS };
}
