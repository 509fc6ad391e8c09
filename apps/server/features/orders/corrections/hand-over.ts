import type { Database } from '@esteira/db/database';
import { labels } from '@esteira/db/schema/orders/labels';
import { orders } from '@esteira/db/schema/orders/orders';
import {
  describeChanges,
  listChanges,
  type OrderChange,
  takesChangesOver,
} from '@esteira/domain/orders/order-changes';
import { isUnshipped } from '@esteira/domain/orders/order-machine';
import { getFirstStatus, type SteppedOrder } from '@esteira/domain/orders/sent-by-marketplace';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { and, eq, sql } from 'drizzle-orm';
import { reestimateOrder } from '../../costs/estimates/estimate-orders';
import type { OrderKey } from '../../shipping/order-to-ship';
import { recordEvents } from '../move-orders';
import { readSteps } from '../parts/read-parts';
import { saveReasons } from '../writes';
import { moveStock } from './take-over';

const CHANGES: readonly OrderChange[] = [{ field: 'envio' }];

/**
 * A locked order that was taken in before it was known that the marketplace sends it itself goes over to the marketplace,
 * whatever became of it here: its stock returns, it leaves the seller's steps, and its label goes. Where a supplier was
 * asked for it already, that asks for attention. Returns what it is now.
 */
export async function handOver(
  tx: Database,
  key: OrderKey,
  { known, told }: { known: SteppedOrder; told: ExternalOrder },
): Promise<SteppedOrder> {
  const { status, enviado_pelo_marketplace } = known;
  if (enviado_pelo_marketplace || !told.enviado_pelo_marketplace || status === 'cancelado')
    return { status, enviado_pelo_marketplace };
  const now = { status: isUnshipped(status) ? getFirstStatus(true) : status, enviado_pelo_marketplace: true };
  // Products before the order's sums: everybody takes their locks in this order.
  await moveStock(tx, key, new Map());
  const { usuarioId, pedidoId } = key;
  await tx
    .update(orders)
    .set({ ...now, tem_etiqueta: false, etiqueta_impressa_em: null, atualizado_em: sql`now()` })
    .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, pedidoId)));
  await tx.delete(labels).where(and(eq(labels.usuario_id, usuarioId), eq(labels.pedido_id, pedidoId)));
  const motivo = describeChanges(CHANGES);
  await recordEvents(tx, { usuarioId, ids: [pedidoId], de: status, para: now.status, atorId: null, motivo });
  const isAsked = !takesChangesOver(status) || (await readSteps(tx, usuarioId, [pedidoId])).length > 0;
  await saveReasons(tx, key, {
    codes: ['sem_estoque', 'pedido_alterado'],
    open: isAsked ? [{ codigo: 'pedido_alterado', detalhe: listChanges(CHANGES) }] : [],
  });
  await reestimateOrder(tx, usuarioId, pedidoId);
  return now;
}
