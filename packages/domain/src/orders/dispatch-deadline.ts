import { isUnshipped, type OrderStatus } from './order-machine';

/** How long after a simulated sale its parcel must be on its way. */
export const SIMULATED_DISPATCH_MS = 24 * 60 * 60_000;

/** An order as far as its deadline needs it; `despachar_ate` in ISO 8601, null where there is none. */
export interface DispatchedOrder {
  status: OrderStatus;
  despachar_ate: string | null;
}

/** The moment until which an order's parcel must be on its way; null where it is, or where that is unknown. */
export function findDeadline({ status, despachar_ate }: DispatchedOrder): Date | null {
  return despachar_ate !== null && isUnshipped(status) ? new Date(despachar_ate) : null;
}

/** Whether an order should be on its way by now and is not. */
export function isLate(order: DispatchedOrder, now: Date): boolean {
  const deadline = findDeadline(order);
  return deadline !== null && deadline <= now;
}
