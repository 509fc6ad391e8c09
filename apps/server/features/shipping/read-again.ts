import type { Database } from '@esteira/db/database';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { Deps } from '../../core/context';
import type { OrderToShip } from './order-to-ship';
import { ordersOfPack } from './parcel';

/**
 * What was done here changes the parcel there: every order that travels in it is read again at once. Simulated
 * orders have nothing to read.
 */
export async function readAgain(
  { jobs, marketplaces }: Pick<Deps, 'jobs' | 'marketplaces'>,
  tx: Database,
  { usuarioId, orders }: { usuarioId: string; orders: readonly OrderToShip[] },
): Promise<void> {
  const wanted = new Map<string, { marketplace: Marketplace; conta_id: number; ml_order_id: string }>();
  for (const order of orders) {
    const { marketplace, contaId: conta_id } = order;
    if (order.isSimulated || marketplaces[marketplace].modo !== 'real') continue;
    for (const ml_order_id of [order.ref.ml_order_id, ...(await listMates(tx, usuarioId, order))])
      wanted.set(`${marketplace} ${ml_order_id}`, { marketplace, conta_id, ml_order_id });
  }
  // In one order, so that two transactions never wait for each other's jobs in a circle.
  for (const key of [...wanted.keys()].sort()) {
    const order = wanted.get(key);
    if (order !== undefined) await jobs.send(tx, 'order-read', { usuario_id: usuarioId, ...order });
  }
}

async function listMates(
  tx: Database,
  usuarioId: string,
  { marketplace, contaId, envio }: OrderToShip,
): Promise<string[]> {
  if (envio === null || envio.pacote_id === null) return [];
  return ordersOfPack(tx, { usuarioId, marketplace, contaId, pacoteId: envio.pacote_id });
}
