import type { Database } from '@esteira/db/database';
import { supplierSteps } from '@esteira/db/schema/orders/supplier-steps';
import { ORDER_ACTIONS } from '@esteira/domain/orders/order-machine';
import { PART_STEP_OF, type PartAction } from '@esteira/domain/purchasing/supplier-parts';
import { toHold } from '../attention/hold';
import { type KnownOrder, readKnownOrders } from '../bulk/results';
import { lockOrders, type OrderKeys } from '../move-orders';
import { readPartSteps, recordPartEvents, type SupplierParts } from './read-parts';

/** A step of orders; with `fornecedorId` for this supplier's part of each. */
export interface PartMove extends OrderKeys {
  action: PartAction;
  /** The seller, or somebody of their team. */
  atorId: string;
  fornecedorId?: string | undefined;
  /** Whether orders that a reason holds back stay where they are. */
  leavesOutHeld?: boolean;
}

/** Which orders take the step themselves, of which the supplier's part took it now, and why others do not. */
export interface TakenParts {
  whole: string[];
  parted: string[];
  reasons: Map<string, string>;
}

/**
 * Takes a step for a supplier's part of each order, where another supplier's is still open; the other orders are to make the
 * step themselves, in the same transaction. Locks the orders, so that of two last parts one is the last.
 */
export async function takeParts(tx: Database, move: PartMove): Promise<TakenParts> {
  const { usuarioId, ids, action, fornecedorId, leavesOutHeld = false } = move;
  if (fornecedorId === undefined) return { whole: [...ids], parted: [], reasons: new Map() };
  const held = await lockOrders(tx, { usuarioId, ids, statuses: ['aprovado', 'enviado_fornecedor'] });
  const known = await readKnownOrders(tx, usuarioId, held);
  const steps = await readPartSteps(tx, { usuarioId, fornecedorId }, { orders: known, action });
  const reasons = new Map<string, string>();
  for (const [id, step] of steps) {
    if (step === 'taken') reasons.set(id, TAKEN[action]);
    if (step === 'no_part') reasons.set(id, NO_PART);
  }
  const isStopped = ({ envio, enviado_pelo_marketplace, atencoes }: KnownOrder) =>
    enviado_pelo_marketplace ||
    (leavesOutHeld && toHold(atencoes) !== null) ||
    (ORDER_ACTIONS[action].stoppedByBlock && (envio?.bloqueio ?? null) !== null);
  const parted = known.filter((order) => steps.get(order.id) === 'part' && !isStopped(order));
  await insertSteps(tx, { ...move, fornecedorId }, parted);
  const whole = known.filter(({ id }) => steps.get(id) === 'order');
  return { whole: whole.map(({ id }) => id), parted: parted.map(({ id }) => id), reasons };
}

async function insertSteps(
  tx: Database,
  { action, atorId, ...parts }: PartMove & SupplierParts,
  orders: readonly KnownOrder[],
): Promise<void> {
  if (orders.length === 0) return;
  const { usuarioId, fornecedorId } = parts;
  const step = { usuario_id: usuarioId, fornecedor_id: fornecedorId, passo: PART_STEP_OF[action] };
  await tx.insert(supplierSteps).values(orders.map(({ id }) => ({ ...step, pedido_id: id })));
  await recordPartEvents(tx, parts, { orders, atorId, describe: EVENTS[action] });
}

const NO_PART = 'O pedido não tem itens deste fornecedor';

const TAKEN: Record<PartAction, string> = {
  sendToSupplier: 'O pedido já foi enviado a este fornecedor',
  pay: 'O pedido já foi pago a este fornecedor',
};

const EVENTS: Record<PartAction, (supplier: string) => string> = {
  sendToSupplier: (supplier) => `Enviado a ${supplier}`,
  pay: (supplier) => `Pago a ${supplier}`,
};
