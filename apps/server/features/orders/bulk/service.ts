import type { Database } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { ORDER_STEPS } from '@esteira/domain/orders/order-bulk';
import { type OrderAction, wrongStatusMessage } from '@esteira/domain/orders/order-machine';
import type { Shipment } from '@esteira/marketplaces/port';
import type { BulkResponse, BulkStepInput } from '@esteira/validators/orders/order-bulk';
import type { Actor } from '../../../core/actor';
import type { Deps } from '../../../core/context';
import { fetchLabel, storeLabels } from '../../shipping/label';
import { listOrdersToShip, type OrderToShip } from '../../shipping/order-to-ship';
import { readAgain } from '../../shipping/read-again';
import { saveShipment, tellShipped } from '../../shipping/shipment';
import { moveOrders } from '../move-orders';
import { findStepRefusal } from '../service';
import { askForEach } from './ask-marketplaces';
import { type BulkRun, readKnownOrders, toOrderIds, toResponse } from './results';
import { listShippedParcels } from './shipped-parcels';

/**
 * Takes one step of many orders. Each is checked like a single step and moved at most once, even if another request moves it
 * at the same time. All are written in one transaction, so that a repeat after any failure is harmless.
 */
export async function takeBulkStep(
  deps: Deps,
  actor: Actor,
  { acao, ids: sent, ...envio }: BulkStepInput,
): Promise<BulkResponse> {
  const action = ORDER_STEPS[acao];
  const ids = toOrderIds(sent);
  const run = await RUNS[action](deps, { ...actor, ids, envio });
  const known = await readKnownOrders(deps.db, actor.usuarioId, ids);
  return toResponse(sent, {
    ...run,
    known,
    explain: (order) => findStepRefusal(order, action) ?? wrongStatusMessage(order.status),
  });
}

interface Bulk extends Actor {
  ids: readonly string[];
  envio: Shipment;
}

const RUNS: Record<OrderAction, (deps: Deps, bulk: Bulk) => Promise<BulkRun>> = {
  approve: move('approve'),
  sendToSupplier: sendManyToSupplier,
  pay: payMany,
  markShipped: markManyShipped,
  markDelivered: move('markDelivered'),
};

/** A step that no marketplace is told of. */
function move(action: OrderAction) {
  return ({ db }: Deps, { usuarioId, atorId, ids }: Bulk) =>
    write(db, (tx) => moveOrders(tx, { usuarioId, ids, action, atorId }));
}

async function write(
  db: Database,
  run: (tx: Database) => Promise<string[]>,
  reasons: BulkRun['reasons'] = new Map(),
): Promise<BulkRun> {
  return { moved: await retryingDeadlocks(() => db.transaction(run)), reasons };
}

/** Parcels that left before their supplier was paid go on at once, as the marketplace led them. */
function payMany({ db }: Deps, { usuarioId, atorId, ids }: Bulk): Promise<BulkRun> {
  return write(db, async (tx) => {
    const moved = await moveOrders(tx, { usuarioId, ids, action: 'pay', atorId });
    const { left, arrived } = await listShippedParcels(tx, { usuarioId, ids: moved });
    await moveOrders(tx, { usuarioId, ids: left, action: 'markShipped', atorId: null });
    await moveOrders(tx, { usuarioId, ids: arrived, action: 'markDelivered', atorId: null });
    return moved;
  });
}

async function sendManyToSupplier(deps: Deps, { usuarioId, atorId, ids }: Bulk): Promise<BulkRun> {
  const action = 'sendToSupplier';
  const orders = await listReady(deps, { usuarioId, ids, action });
  const { answers, reasons } = await askForEach(usuarioId, orders, (order, call) =>
    fetchLabel(deps, order, call),
  );
  const labels = [...answers].flatMap(([id, label]) => (label === null ? [] : [{ id, ...label }]));
  return write(
    deps.db,
    async (tx) => {
      const labelled = labels.map(({ id }) => id);
      const moved = await moveOrders(tx, {
        ...{ usuarioId, atorId, action, labelled },
        ids: [...answers.keys()],
      });
      await storeLabels(tx, usuarioId, ofThese(labels, moved));
      await readAgain(deps, tx, { usuarioId, orders: ofThese(orders, moved) });
      return moved;
    },
    reasons,
  );
}

async function markManyShipped(deps: Deps, { usuarioId, atorId, ids, envio }: Bulk): Promise<BulkRun> {
  const action = 'markShipped';
  const orders = await listReady(deps, { usuarioId, ids, action });
  const { answers, reasons } = await askForEach(usuarioId, orders, (order, call) =>
    tellShipped(deps, { order, envio }, call),
  );
  return write(
    deps.db,
    async (tx) => {
      const moved = await moveOrders(tx, { usuarioId, ids: [...answers.keys()], action, atorId });
      const told = ofThese(orders, moved).filter(({ id }) => answers.get(id) === 'done');
      await saveShipment(deps, tx, { usuarioId, orders: told, envio });
      return moved;
    },
    reasons,
  );
}

/** Those of the orders that may take the step as they stand; the others are not asked about. */
async function listReady(
  { db }: Deps,
  { usuarioId, ids, action }: Pick<Bulk, 'usuarioId' | 'ids'> & { action: OrderAction },
): Promise<OrderToShip[]> {
  const orders = await listOrdersToShip(db, usuarioId, ids);
  return orders.filter((order) => findStepRefusal(order, action) === null);
}

function ofThese<Item extends { id: string }>(items: readonly Item[], ids: readonly string[]): Item[] {
  const wanted = new Set(ids);
  return items.filter(({ id }) => wanted.has(id));
}
