import type { Database } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { ORDER_STEPS } from '@esteira/domain/orders/order-bulk';
import { type OrderAction, wrongStatusMessage } from '@esteira/domain/orders/order-machine';
import { isPartAction } from '@esteira/domain/purchasing/supplier-parts';
import type { Shipment } from '@esteira/marketplaces/port';
import type { BulkResponse, BulkStepInput } from '@esteira/validators/orders/order-bulk';
import type { Actor } from '../../../core/actor';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import { fetchLabel, storeLabels } from '../../shipping/label';
import { listOrdersToShip, type OrderToShip } from '../../shipping/order-to-ship';
import { readAgain } from '../../shipping/read-again';
import { saveShipment, tellShipped } from '../../shipping/shipment';
import { toHold, withoutHeld } from '../attention/hold';
import { moveOrders } from '../move-orders';
import { readPartSteps } from '../parts/read-parts';
import { takeParts } from '../parts/take-parts';
import { findStepRefusal } from '../service';
import { askForEach } from './ask-marketplaces';
import { type BulkRun, readKnownOrders, toOrderIds, toResponse } from './results';
import { listShippedParcels } from './shipped-parcels';

/**
 * Takes one step of many orders. Each is checked like a single step and moved at most once, even if another request moves it
 * at the same time. All are written in one transaction, so that a repeat after any failure is harmless. With `fornecedor_id` it
 * is the step of this supplier's part (docs/decisions/0075-parts-of-suppliers.md). Orders that a reason holds back stay, unless
 * `incluir_atencao` says that they are meant (docs/decisions/0081-held-orders.md).
 */
export async function takeBulkStep(
  deps: Deps,
  actor: Actor,
  { acao, ids: sent, fornecedor_id: fornecedorId, incluir_atencao = false, ...envio }: BulkStepInput,
): Promise<BulkResponse> {
  const action = ORDER_STEPS[acao];
  requirePartAction(action, fornecedorId);
  const ids = toOrderIds(sent);
  const leavesOutHeld = !incluir_atencao;
  // Left out before a marketplace is asked for them; what is held meanwhile is left out by the statement that moves.
  const meant = leavesOutHeld ? await withoutHeld(deps.db, { ...actor, ids }) : ids;
  const run = await RUNS[action](deps, { ...actor, ids: meant, envio, fornecedorId, leavesOutHeld });
  const known = await readKnownOrders(deps.db, actor.usuarioId, ids);
  return toResponse(sent, {
    ...run,
    known,
    explain: (order) => {
      const hold = leavesOutHeld ? toHold(order.atencoes) : null;
      const refusal = hold === null ? wrongStatusMessage(order.status) : `Requer atenção: ${hold.mensagem}`;
      return findStepRefusal(order, action) ?? refusal;
    },
  });
}

/** Fails with `invalid` where a supplier is named and the step is no supplier's. */
export function requirePartAction(action: OrderAction, fornecedorId: string | undefined): void {
  if (fornecedorId === undefined || isPartAction(action)) return;
  const mensagem = 'Só o envio e o pagamento são por fornecedor';
  throw new AppError('invalid', mensagem, { erros: [{ campo: 'fornecedor_id', mensagem }] });
}

interface Bulk extends Actor {
  ids: readonly string[];
  envio: Shipment;
  fornecedorId: string | undefined;
  leavesOutHeld: boolean;
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
  return ({ db }: Deps, { usuarioId, atorId, ids, leavesOutHeld }: Bulk) =>
    write(db, async (tx) => ({
      moved: await moveOrders(tx, { usuarioId, ids, action, atorId, leavesOutHeld }),
    }));
}

/** `reasons` are those of before. */
async function write(
  db: Database,
  run: (tx: Database) => Promise<Pick<BulkRun, 'moved'> & Partial<BulkRun>>,
  reasons: BulkRun['reasons'] = new Map(),
): Promise<BulkRun> {
  const done = await retryingDeadlocks(() => db.transaction(run));
  return { moved: done.moved, reasons: new Map([...(done.reasons ?? []), ...reasons]) };
}

/** Parcels that left before their supplier was paid go on at once, as the marketplace led them. */
function payMany({ db }: Deps, { usuarioId, atorId, ...bulk }: Bulk): Promise<BulkRun> {
  const action = 'pay';
  return write(db, async (tx) => {
    const { whole, parted, reasons } = await takeParts(tx, { ...bulk, usuarioId, atorId, action });
    const { leavesOutHeld } = bulk;
    const moved = await moveOrders(tx, { usuarioId, ids: whole, action, atorId, leavesOutHeld });
    const { left, arrived } = await listShippedParcels(tx, { usuarioId, ids: moved });
    await moveOrders(tx, { usuarioId, ids: left, action: 'markShipped', atorId: null });
    await moveOrders(tx, { usuarioId, ids: arrived, action: 'markDelivered', atorId: null });
    return { moved: [...moved, ...parted], reasons };
  });
}

async function sendManyToSupplier(deps: Deps, bulk: Bulk): Promise<BulkRun> {
  const { usuarioId, atorId, ids, leavesOutHeld } = bulk;
  const action = 'sendToSupplier';
  const orders = await listReady(deps, { usuarioId, ids, action });
  const { answers, reasons } = await askForEach(
    usuarioId,
    await listWhole(deps, bulk, orders),
    (order, call) => fetchLabel(deps, order, call),
  );
  const labels = [...answers].flatMap(([id, label]) => (label === null ? [] : [{ id, ...label }]));
  let late: string[] = [];
  const run = await write(
    deps.db,
    async (tx) => {
      const asked = orders.flatMap(({ id }) => (reasons.has(id) ? [] : id));
      const parts = await takeParts(tx, { ...bulk, ids: asked, action });
      late = parts.whole.filter((id) => !answers.has(id));
      const moved = await moveOrders(tx, {
        ...{ usuarioId, atorId, action, leavesOutHeld, labelled: labels.map(({ id }) => id) },
        ids: parts.whole.filter((id) => answers.has(id)),
      });
      await storeLabels(tx, usuarioId, ofThese(labels, moved));
      await readAgain(deps, tx, { usuarioId, orders: ofThese(orders, moved) });
      return { moved: [...moved, ...parts.parted], reasons: parts.reasons };
    },
    reasons,
  );
  if (late.length === 0) return run;
  // The other suppliers were sent theirs meanwhile: this part is the last one, which needs the label.
  const rest = await sendManyToSupplier(deps, { ...bulk, ids: late });
  return { moved: [...run.moved, ...rest.moved], reasons: new Map([...run.reasons, ...rest.reasons]) };
}

/** Those of the orders that are to make the step themselves; of no single supplier all. */
async function listWhole(
  { db }: Deps,
  { usuarioId, fornecedorId }: Bulk,
  orders: readonly OrderToShip[],
): Promise<readonly OrderToShip[]> {
  if (fornecedorId === undefined) return orders;
  const action = 'sendToSupplier';
  const steps = await readPartSteps(db, { usuarioId, fornecedorId }, { orders, action });
  return orders.filter(({ id }) => steps.get(id) === 'order');
}

async function markManyShipped(
  deps: Deps,
  { usuarioId, atorId, ids, envio, ...bulk }: Bulk,
): Promise<BulkRun> {
  const action = 'markShipped';
  const orders = await listReady(deps, { usuarioId, ids, action });
  const { answers, reasons } = await askForEach(usuarioId, orders, (order, call) =>
    tellShipped(deps, { order, envio }, call),
  );
  return write(
    deps.db,
    async (tx) => {
      const { leavesOutHeld } = bulk;
      const move = { usuarioId, ids: [...answers.keys()], action, atorId, leavesOutHeld } as const;
      const moved = await moveOrders(tx, move);
      const told = ofThese(orders, moved).filter(({ id }) => answers.get(id) === 'done');
      await saveShipment(deps, tx, { usuarioId, orders: told, envio });
      return { moved };
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
