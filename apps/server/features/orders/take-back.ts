import type { Database } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { labels } from '@esteira/db/schema/orders/labels';
import { orderEvents } from '@esteira/db/schema/orders/order-events';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import {
  findActionTo,
  ORDER_ACTIONS,
  ORDER_STATUS_LABELS,
  type OrderAction,
  type OrderStatus,
} from '@esteira/domain/orders/order-machine';
import { findUndoRefusal, type UndoRefusal } from '@esteira/domain/orders/order-undo';
import type { Order, UndoInput } from '@esteira/validators/orders/order';
import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { isSimulatedOrder, itsParcel } from '../shipping/order-to-ship';
import { lockOrders, type OrderKeys, recordEvents, setStatus } from './move-orders';
import { readSteps } from './parts/read-parts';
import { getOrder } from './queries';

interface StepsBack extends OrderKeys {
  action: OrderAction;
  /** The seller, or somebody of their team. */
  atorId: string;
}

/** Which orders went back, and of those that may not why. */
interface TakenBack {
  moved: string[];
  reasons: Map<string, string>;
}

/**
 * Leads orders that stand where `action` leads to back over that step. Locks them, so that their histories do not change
 * before the commit.
 */
export function takeBack(deps: Deps, steps: StepsBack): Promise<TakenBack> {
  const { usuarioId, ids, action } = steps;
  const { to } = ORDER_ACTIONS[action];
  return retryingDeadlocks(() =>
    deps.db.transaction(async (tx) => {
      const held = await lockOrders(tx, { usuarioId, ids, statuses: [to] });
      const now = deps.clock();
      const followed = await listFollowed(tx, { usuarioId, ids: held, action });
      const reasons = new Map<string, string>();
      const moved: string[] = [];
      for (const { id, marketplace, isReal, last } of await readLastSteps(tx, { usuarioId, ids: held, to })) {
        const refusal = findUndoRefusal(action, last, { isReal, now });
        if (followed.has(id)) reasons.set(id, FOLLOWED);
        else if (refusal === null) moved.push(id);
        else reasons.set(id, UNDO_REFUSALS[refusal](marketplace));
      }
      await leadBack(tx, { ...steps, ids: moved });
      return { moved, reasons };
    }),
  );
}

/** Orders of which a supplier's part took a step after this one: it was sent after they were approved, or paid after they were sent. */
async function listFollowed(
  tx: Database,
  { usuarioId, ids, action }: OrderKeys & { action: OrderAction },
): Promise<Set<string>> {
  if (action !== 'approve' && action !== 'sendToSupplier') return new Set();
  const steps = await readSteps(tx, usuarioId, ids);
  const sent = new Set(steps.flatMap(({ passo, ...part }) => (passo === 'enviado' ? toPartKey(part) : [])));
  const followed = steps.filter((step) => action === 'approve' || !sent.has(toPartKey(step)));
  return new Set(followed.map(({ pedido_id }) => pedido_id));
}

const toPartKey = ({ pedido_id, fornecedor_id }: { pedido_id: string; fornecedor_id: string }) =>
  `${pedido_id} ${fornecedor_id}`;

const FOLLOWED = 'Não é mais possível desfazer: parte do pedido já foi enviada ou paga a um fornecedor';

/** The label goes with the step that fetched it, and that it was printed. */
async function leadBack(tx: Database, { usuarioId, atorId, ids, action }: StepsBack): Promise<void> {
  const { from, to } = ORDER_ACTIONS[action];
  const dropsLabel = action === 'sendToSupplier';
  await tx
    .update(orders)
    .set({
      ...setStatus(from),
      ...(dropsLabel && { tem_etiqueta: false, etiqueta_impressa_em: null }),
    })
    .where(and(eq(orders.usuario_id, usuarioId), inArray(orders.id, ids)));
  if (dropsLabel)
    await tx.delete(labels).where(and(eq(labels.usuario_id, usuarioId), inArray(labels.pedido_id, [...ids])));
  await recordEvents(tx, { usuarioId, ids, de: to, para: from, atorId });
}

/** What the histories say of the steps that led these orders to `to`. */
async function readLastSteps(tx: Database, { usuarioId, ids, to }: OrderKeys & { to: OrderStatus }) {
  const step = tx
    .select({ at: orderEvents.criado_em, de: orderEvents.de, atorId: orderEvents.ator_id })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.usuario_id, orders.usuario_id),
        eq(orderEvents.pedido_id, orders.id),
        eq(orderEvents.para, to),
        // Not what the marketplace changed, which leads from a status to itself.
        or(isNull(orderEvents.de), ne(orderEvents.de, to)),
      ),
    )
    .orderBy(desc(orderEvents.id))
    .limit(1)
    .as('passo');
  const rows = await tx
    .select({
      ...{ id: orders.id, marketplace: orders.marketplace },
      ...{ envio: orderShipping.pedido_id, despachar_ate: orders.despachar_ate },
      step: { at: step.at, de: step.de, atorId: step.atorId },
    })
    .from(orders)
    .leftJoin(orderShipping, itsParcel)
    .leftJoinLateral(step, sql`true`)
    .where(and(eq(orders.usuario_id, usuarioId), inArray(orders.id, ids)));
  return rows.map(({ step, id, marketplace, ...order }) => ({
    ...{ id, marketplace, isReal: !isSimulatedOrder(order) },
    last: step && { de: step.de, para: to, isBySeller: step.atorId !== null, at: new Date(step.at) },
  }));
}

/**
 * Takes the step back that led a seller's order to `status` (docs/product-rules/orders.md#undo). Of concurrent tries, and of
 * an undo and the next step, exactly one succeeds. Fails with `conflict` where something followed the step, or where
 * it may not be taken back.
 */
export async function undoStep(deps: Deps, actor: Actor, { id, status }: UndoInput): Promise<Order> {
  const { usuarioId } = actor;
  const order = await getOrder(deps, usuarioId, id);
  if (order.status !== status) throw new AppError('conflict', movedOnMessage(order.status));
  const action = findActionTo(status);
  if (action === null) throw new AppError('conflict', UNDO_REFUSALS.no_step(order.marketplace));
  const { moved, reasons } = await takeBack(deps, { ...actor, ids: [id], action });
  const after = await getOrder(deps, usuarioId, id);
  if (moved.length === 0) throw new AppError('conflict', reasons.get(id) ?? movedOnMessage(after.status));
  return after;
}

/** What is said of an order that another step has led on. */
export function movedOnMessage(status: OrderStatus): string {
  return `Não é mais possível desfazer: o pedido está "${ORDER_STATUS_LABELS[status]}"`;
}

/** Why a step is not taken back, as the seller reads it. */
const UNDO_REFUSALS: Record<UndoRefusal, (marketplace: Marketplace) => string> = {
  no_step: () => 'Não há etapa para desfazer neste pedido',
  not_by_seller: (marketplace) => `Esta etapa foi feita ${BY[marketplace]} e não pode ser desfeita`,
  marketplace_told: (marketplace) => `Esta etapa já foi informada ${TO[marketplace]} e não pode ser desfeita`,
  too_late: () => 'O prazo para desfazer esta etapa terminou',
};

const BY = {
  mercadolivre: `pelo ${MARKETPLACE_NAMES.mercadolivre}`,
  amazon: `pela ${MARKETPLACE_NAMES.amazon}`,
} as const;
const TO = {
  mercadolivre: `ao ${MARKETPLACE_NAMES.mercadolivre}`,
  amazon: `à ${MARKETPLACE_NAMES.amazon}`,
} as const;
