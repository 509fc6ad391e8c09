import { orders } from '@esteira/db/schema/orders/orders';
import { connections } from '@esteira/db/schema/platform/connections';
import { disconnections } from '@esteira/db/schema/platform/disconnections';
import { and, eq, exists, isNull, lte, not, notExists, or } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { JOB_EXPIRE_MS } from '../../../core/time/deadline';
import { isDisconnection, noteDisconnection } from '../../connections/disconnections';
import { isConnection, toKey } from '../../connections/tokens';
import { eraseBuyersOf, keptBuyersOf } from './erase-batches';

/**
 * Erases the buyers of accounts that have not worked for as long as their marketplace allows, or of which it was asked for;
 * answers of how many.
 */
export async function eraseDisconnectedBuyers(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  await noteRefused(deps);
  const apagado_em = deps.clock().toISOString();
  const isOver = and(isNull(disconnections.apagado_em), lte(disconnections.apagar_em, apagado_em));
  const rows = await deps.db.select().from(disconnections).where(isOver);
  let erased = 0;
  for (const row of rows) {
    const works = isWorking(deps, row);
    const which = and(
      keptBuyersOf(row.marketplace, row.usuario_id),
      eq(orders.conta_id, row.conta_id),
      // What an account that works has sold since then stays.
      or(not(works), lte(orders.criado_em, row.apagar_em ?? apagado_em)),
    );
    erased += await eraseBuyersOf(deps, which);
    const isDone = and(
      isDisconnection(toKey(row)),
      isOver,
      // A job that was under way may still have written an order.
      lte(disconnections.apagar_em, new Date(deps.clock().getTime() - JOB_EXPIRE_MS).toISOString()),
      // An order that somebody had locked was left out: the next look takes it.
      notExists(deps.db.select({ id: orders.id }).from(orders).where(which)),
    );
    await deps.db.delete(disconnections).where(and(isDone, works));
    await deps.db.update(disconnections).set({ apagado_em }).where(isDone);
  }
  return erased;
}

const isWorking = ({ db }: Pick<Deps, 'db'>, row: typeof disconnections.$inferSelect) =>
  exists(
    db
      .select({ id: connections.conta_id })
      .from(connections)
      .where(and(isConnection(toKey(row)), eq(connections.status, 'conectado'))),
  );

/** Accounts whose tokens their marketplace takes no more do not work either. */
async function noteRefused({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { usuario_id: usuarioId, marketplace, conta_id: contaId, vendedor_id: vendedorId } = connections;
  const rows = await db
    .select({ usuarioId, marketplace, contaId, vendedorId })
    .from(connections)
    .leftJoin(disconnections, isDisconnection({ usuarioId, marketplace, contaId }))
    .where(and(eq(connections.status, 'reconectar'), isNull(disconnections.em)));
  for (const row of rows) await noteDisconnection(db, row, { vendedorId: row.vendedorId, at: clock() });
}
