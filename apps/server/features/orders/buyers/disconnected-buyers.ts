import { orders } from '@esteira/db/schema/orders/orders';
import { connections } from '@esteira/db/schema/platform/connections';
import { disconnections } from '@esteira/db/schema/platform/disconnections';
import { and, eq, isNull, lte, notExists } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { isDisconnection, noteDisconnection } from '../../connections/disconnections';
import { toKey } from '../../connections/tokens';
import { eraseBuyersOf } from './erase-batches';

/** Erases the buyers of accounts that have not worked for as long as their marketplace allows; answers of how many. */
export async function eraseDisconnectedBuyers(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  await noteRefused(deps);
  const now = deps.clock().toISOString();
  const isOver = and(isNull(disconnections.apagado_em), lte(disconnections.apagar_em, now));
  const rows = await deps.db.select().from(disconnections).where(isOver);
  let erased = 0;
  for (const row of rows) {
    const which = and(
      eq(orders.usuario_id, row.usuario_id),
      eq(orders.marketplace, row.marketplace),
      eq(orders.conta_id, row.conta_id),
      isNull(orders.comprador_apagado_em),
    );
    erased += await eraseBuyersOf(deps, which);
    // An order that somebody had locked was left out: the next look takes it.
    const isDone = notExists(deps.db.select({ id: orders.id }).from(orders).where(which));
    const set = { apagado_em: now };
    await deps.db
      .update(disconnections)
      .set(set)
      .where(and(isDisconnection(toKey(row)), isOver, isDone));
  }
  return erased;
}

/** Accounts whose tokens their marketplace takes no more do not work either. */
async function noteRefused({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { usuario_id: usuarioId, marketplace, conta_id: contaId, vendedor_id: vendedorId } = connections;
  const rows = await db
    .select({ usuarioId, marketplace, contaId, vendedorId })
    .from(connections)
    .where(eq(connections.status, 'reconectar'));
  for (const row of rows) await noteDisconnection(db, row, { vendedorId: row.vendedorId, at: clock() });
}
