import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import type { AttentionCode } from '@esteira/domain/orders/order-attention';
import type { TestUser } from '../../../testing/makers';
import type { TestServer } from '../../../testing/server';

/** Opens a reason of an order, as a reading of the marketplace does. */
export async function openReason(
  { db }: Pick<TestServer, 'db'>,
  user: Pick<TestUser, 'id'>,
  { pedidoId, codigo, detalhe = null }: { pedidoId: string; codigo: AttentionCode; detalhe?: string | null },
): Promise<void> {
  await db.insert(orderAttention).values({ usuario_id: user.id, pedido_id: pedidoId, codigo, detalhe });
}
