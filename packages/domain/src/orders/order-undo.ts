import { ORDER_ACTIONS, ORDER_STATUSES, type OrderAction, type OrderStatus } from './order-machine';

/** How long the screen offers to take a step back. */
export const UNDO_OFFERED_MS = 10_000;

/**
 * How long after a step the server takes it back: what the screen offers, longer where a pointer or the focus rests on
 * the order, and a margin for slow lines.
 */
export const UNDO_WITHIN_MS = 120_000;

/** A change of an order's status, as its history keeps it. */
export interface StatusChange {
  /** Null for the arrival. */
  de: OrderStatus | null;
  para: OrderStatus;
}

/** Whether a change took a step back: the order line itself only leads forward. */
export function isStepBack({ de, para }: StatusChange): boolean {
  return de !== null && ORDER_STATUSES.indexOf(para) < ORDER_STATUSES.indexOf(de);
}

/** The step that brought an order to its status: who took it, and when. */
export interface LastStep extends StatusChange {
  isBySeller: boolean;
  at: Date;
}

/** Why a step is not taken back. */
export type UndoRefusal = 'no_step' | 'not_by_seller' | 'marketplace_told' | 'too_late';

/**
 * Whether the step that led to an order's present status may be taken back; null when it may. Only the seller's own
 * step, soon after it, and none that a real marketplace has learned of.
 */
export function findUndoRefusal(
  action: OrderAction,
  last: LastStep | null,
  { isReal, now }: { isReal: boolean; now: Date },
): UndoRefusal | null {
  const { from, to } = ORDER_ACTIONS[action];
  if (last === null || last.de !== from || last.para !== to) return 'no_step';
  if (!last.isBySeller) return 'not_by_seller';
  if (!isUndoable(action, isReal)) return 'marketplace_told';
  return now.getTime() - last.at.getTime() > UNDO_WITHIN_MS ? 'too_late' : null;
}

/** Whether a step of this kind can be taken back at all, of an order of a real or a simulated marketplace. */
export function isUndoable(action: OrderAction, isReal: boolean): boolean {
  return !(isReal && ORDER_ACTIONS[action].tellsMarketplace);
}
