import type { Database } from '@esteira/db/database';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import {
  describeChanges,
  listChanges,
  type OrderChange,
  takesChangesOver,
} from '@esteira/domain/orders/order-changes';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { and, eq, sql } from 'drizzle-orm';
import type { OrderKey } from '../../shipping/order-to-ship';
import { recordEvents } from '../move-orders';
import { saveReasons } from '../writes';
import {
  compareBuyer,
  compareItems,
  comparePack,
  type StoredItem,
  sumItems,
  toStoredItems,
} from './compare-order';
import { type KnownContent, takeOverBuyer, takeOverItems } from './take-over';

/** The order's content as an earlier reading left it; null of what was not stored then. */
export interface EarlierReading {
  itens: StoredItem[] | null;
  pedido_mudou_em: string | null;
  pacote_id: string | null;
}

/** What the last reading left of a locked order; null before the first. */
export async function findEarlierReading(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
): Promise<EarlierReading | null> {
  const { itens, pedido_mudou_em, pacote_id } = orderShipping;
  const [found] = await tx
    .select({ itens, pedido_mudou_em, pacote_id })
    .from(orderShipping)
    .where(and(eq(orderShipping.usuario_id, usuarioId), eq(orderShipping.pedido_id, pedidoId)));
  return found ?? null;
}

/**
 * Compares an order with what is told of it, field by field. Until it was sent to the supplier what differs is taken
 * over and stands in its history; after that it asks for attention as long as it differs, and nothing of the order changes.
 * The order is locked, so that two readings, or a reading and a step, come one after the other.
 */
export async function followChanges(
  tx: Database,
  key: OrderKey,
  { known, told, earlier }: { known: KnownContent; told: ExternalOrder; earlier: EarlierReading | null },
): Promise<void> {
  if (known.status === 'cancelado' || told.situacao === 'cancelado') return;
  // The parcel has a date of its own: an order that was read before another change, and stored after it, says nothing.
  const changedAt = told.itens_mudaram_em ?? told.atualizado_em;
  if (earlier?.pedido_mudou_em && Date.parse(earlier.pedido_mudou_em) > changedAt.getTime()) return;
  const items = toStoredItems(told);
  if (sumItems(items).units < 1) return;
  const ofItems = compareItems(known, { stored: earlier?.itens ?? null, told: items });
  const ofBuyer = compareBuyer(known, told);
  const changes = [...ofItems, ...ofBuyer, ...comparePack(earlier?.pacote_id, told)];
  if (takesChangesOver(known.status)) {
    if (ofItems.length > 0) await takeOverItems(tx, key, { known, told, stored: earlier?.itens ?? null });
    if (ofBuyer.length > 0) await takeOverBuyer(tx, key, told);
    if (changes.length > 0) await recordChanges(tx, key, { known, changes });
  } else {
    const detalhe = listChanges(changes);
    const open = changes.length > 0 ? [{ codigo: 'pedido_alterado' as const, detalhe }] : [];
    await saveReasons(tx, key, { codes: ['pedido_alterado'], open });
  }
  const isHeld = takesChangesOver(known.status) || ofItems.length === 0;
  await saveContent(tx, key, { itens: isHeld ? items : (earlier?.itens ?? null), changedAt });
}

/** The event leads from the order's status to itself: it is no step. */
async function recordChanges(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
  { known: { status }, changes }: { known: KnownContent; changes: readonly OrderChange[] },
): Promise<void> {
  const motivo = describeChanges(changes);
  await recordEvents(tx, { usuarioId, ids: [pedidoId], de: status, para: status, atorId: null, motivo });
}

async function saveContent(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
  { itens, changedAt }: { itens: StoredItem[] | null; changedAt: Date },
): Promise<void> {
  await tx
    .update(orderShipping)
    .set({ itens, pedido_mudou_em: changedAt.toISOString() })
    .where(
      and(
        eq(orderShipping.usuario_id, usuarioId),
        eq(orderShipping.pedido_id, pedidoId),
        sql`(${orderShipping.itens}, ${orderShipping.pedido_mudou_em}) IS DISTINCT FROM
          (${itens === null ? null : JSON.stringify(itens)}::jsonb, ${changedAt.toISOString()}::timestamptz)`,
      ),
    );
}
