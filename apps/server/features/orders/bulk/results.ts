import type { Database } from '@esteira/db/database';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import type { BulkResponse, BulkResult } from '@esteira/validators/orders/order-bulk';
import { and, eq, inArray } from 'drizzle-orm';
import { isEntityId } from '../../../core/ids';
import { itsParcel } from '../../shipping/order-to-ship';
import { type OpenReason, openReasons } from '../attention/hold';

/** What a run did: which orders it moved, and of others why not, where that is not to be seen from the order itself. */
export interface BulkRun {
  moved: readonly string[];
  reasons: ReadonlyMap<string, string>;
}

/** An order after the run. */
export interface KnownOrder {
  id: string;
  status: OrderStatus;
  marketplace: Marketplace;
  enviado_pelo_marketplace: boolean;
  envio: { bloqueio: string | null } | null;
  atencoes: OpenReason[] | null;
}

/** The orders that can be meant, each once. */
export function toOrderIds(ids: readonly string[]): string[] {
  return [...new Set(ids.filter(isEntityId).map((id) => id.toLowerCase()))];
}

export async function readKnownOrders(
  db: Database,
  usuarioId: string,
  ids: readonly string[],
): Promise<KnownOrder[]> {
  if (ids.length === 0) return [];
  const { id, status, marketplace, enviado_pelo_marketplace } = orders;
  return db
    .select({
      ...{ id, status, marketplace, enviado_pelo_marketplace },
      envio: { bloqueio: orderShipping.bloqueio },
      atencoes: openReasons,
    })
    .from(orders)
    .leftJoin(orderShipping, itsParcel)
    .where(and(eq(orders.usuario_id, usuarioId), inArray(orders.id, [...ids])));
}

interface BulkOutcome extends BulkRun {
  known: readonly KnownOrder[];
  /** Why an order that the run did not move stays where it is. */
  explain: (order: KnownOrder) => string;
}

/** A result for each id as it was sent; an id that comes again is named as that and moves nothing. */
export function toResponse(
  ids: readonly string[],
  { known, moved, reasons, explain }: BulkOutcome,
): BulkResponse {
  const byId = new Map(known.map((order) => [order.id, order]));
  const movedIds = new Set(moved);
  const answered = new Set<string>();
  const toResult = (id: string): BulkResult => {
    const order = byId.get(id.toLowerCase());
    if (order === undefined) return { id, ok: false, detail: 'Pedido não encontrado' };
    const { status } = order;
    if (answered.has(order.id)) return { id, ok: false, status, detail: 'Pedido repetido na lista' };
    answered.add(order.id);
    if (movedIds.has(order.id)) return { id, ok: true, status };
    return { id, ok: false, status, detail: reasons.get(order.id) ?? explain(order) };
  };
  return { resultados: ids.map(toResult) };
}
