import type { Database } from '@esteira/db/database';
import { orderLines } from '@esteira/db/schema/orders/order-lines';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { toCents } from '@esteira/domain/money';
import {
  describeChanges,
  listChanges,
  type OrderChange,
  takesChangesOver,
} from '@esteira/domain/orders/order-changes';
import type { SteppedOrder } from '@esteira/domain/orders/sent-by-marketplace';
import type { ShippingStage } from '@esteira/domain/orders/shipping-stage';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { and, eq, sql } from 'drizzle-orm';
import type { OrderKey } from '../../shipping/order-to-ship';
import { recordEvents } from '../move-orders';
import { readSteps } from '../parts/read-parts';
import { saveReasons } from '../writes';
import {
  compareBuyer,
  compareItems,
  comparePack,
  digestChanges,
  mergeItems,
  sumItems,
} from './compare-order';
import { type KnownContent, takeOverBuyer, takeOverItems } from './take-over';

/** What an earlier reading left of an order; null of what was not stored then. */
export interface EarlierReading {
  pedido_mudou_em: string | null;
  alteracao_lida: string | null;
  pacote_id: string | null;
  situacao: ShippingStage;
}

/** What the last reading left of a locked order; null before the first. */
export async function findEarlierReading(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
): Promise<EarlierReading | null> {
  const { pedido_mudou_em, alteracao_lida, pacote_id, situacao } = orderShipping;
  const [found] = await tx
    .select({ pedido_mudou_em, alteracao_lida, pacote_id, situacao })
    .from(orderShipping)
    .where(and(eq(orderShipping.usuario_id, usuarioId), eq(orderShipping.pedido_id, pedidoId)));
  return found ?? null;
}

/**
 * Compares an order with what is told of it, field by field. Until it was sent to a supplier what differs is taken
 * over and stands in its history; after that it asks for attention as long as it differs, and nothing of the order changes.
 * The order is locked, so that two readings, or a reading and a step, come one after the other.
 */
export async function followChanges(
  tx: Database,
  key: OrderKey,
  { known, earlier, ...read }: { known: KnownContent; told: ExternalOrder; earlier: EarlierReading | null },
): Promise<void> {
  if (known.status === 'cancelado' || read.told.situacao === 'cancelado') return;
  // The parcel has a date of its own: an order that was read before another change, and stored after it, says nothing.
  const changedAt = read.told.itens_mudaram_em ?? read.told.atualizado_em;
  if (earlier?.pedido_mudou_em && Date.parse(earlier.pedido_mudou_em) > changedAt.getTime()) return;
  const lines = await readLines(tx, key);
  const told = withKnownVariations(read.told, lines);
  const items = mergeItems(told.itens);
  if (sumItems(items).units < 1) return;
  const ofItems = compareItems(known, { stored: toItems(lines), told: items });
  const ofBuyer = compareBuyer(known, told);
  const changes = [...ofItems, ...ofBuyer, ...comparePack(earlier?.pacote_id, told)];
  let alteracao_lida: string | null = null;
  if (await followsMarketplace(tx, key, known)) {
    if (ofItems.length > 0) await takeOverItems(tx, key, { known, told, lines });
    if (ofBuyer.length > 0) await takeOverBuyer(tx, key, told);
    if (changes.length > 0) await recordChanges(tx, key, { known, changes });
  } else {
    const detalhe = listChanges(changes);
    const open = changes.length > 0 ? [{ codigo: 'pedido_alterado' as const, detalhe }] : [];
    alteracao_lida = digestChanges(changes, told);
    // What an earlier reading told may have been seen to: it is not asked for again.
    const isNews = alteracao_lida !== earlier?.alteracao_lida;
    if (isNews || open.length === 0) await saveReasons(tx, key, { codes: ['pedido_alterado'], open });
  }
  await saveCompared(tx, key, { pedido_mudou_em: changedAt.toISOString(), alteracao_lida });
}

/** Whether a locked order takes over what its marketplace changes: until it, or a part of it, was sent to a supplier. */
export async function followsMarketplace(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
  { status, enviado_pelo_marketplace }: SteppedOrder,
): Promise<boolean> {
  if (enviado_pelo_marketplace) return true;
  return takesChangesOver(status) && (await readSteps(tx, usuarioId, [pedidoId])).length === 0;
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

async function saveCompared(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
  compared: Pick<EarlierReading, 'pedido_mudou_em' | 'alteracao_lida'>,
): Promise<void> {
  const { usuario_id, pedido_id, pedido_mudou_em, alteracao_lida } = orderShipping;
  const isNew = sql`(${pedido_mudou_em}, ${alteracao_lida}) IS DISTINCT FROM
    (${compared.pedido_mudou_em}::timestamptz, ${compared.alteracao_lida}::text)`;
  await tx
    .update(orderShipping)
    .set(compared)
    .where(and(eq(usuario_id, usuarioId), eq(pedido_id, pedidoId), isNew));
}

function readLines(tx: Database, { usuarioId, pedidoId }: OrderKey) {
  return tx
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.usuario_id, usuarioId), eq(orderLines.pedido_id, pedidoId)))
    .orderBy(orderLines.numero);
}

/** An order that was taken in before variations were told apart is compared, and stays, without them. */
function withKnownVariations(
  told: ExternalOrder,
  lines: readonly (typeof orderLines.$inferSelect)[],
): ExternalOrder {
  if (lines.some(({ variacao_externa }) => variacao_externa !== null)) return told;
  return { ...told, itens: told.itens.map(({ variacao_externa: _, ...item }) => item) };
}

/** Null where a line does not say of which listing it is. */
function toItems(lines: readonly (typeof orderLines.$inferSelect)[]) {
  const items = lines.flatMap(({ id_externo, variacao_externa, quantidade, preco_venda }) =>
    id_externo === null
      ? []
      : {
          ...{ id_externo, variacao_externa, quantidade },
          preco_unitario_centavos: toCents(preco_venda) / quantidade,
        },
  );
  return items.length === lines.length ? mergeItems(items) : null;
}
