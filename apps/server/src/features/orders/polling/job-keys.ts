import type { JobData } from '../../../core/job-kinds';

/** The key under which one look at an account's orders waits: several requests for it are one. */
export function accountKey({ usuario_id, marketplace }: JobData<'orders-poll'>): string {
  return `${usuario_id}:${marketplace}`;
}

/** The key under which one reading of an order waits. */
export function orderKey({ usuario_id, marketplace, ml_order_id }: JobData<'order-read'>): string {
  return `${usuario_id}:${marketplace}:${ml_order_id}`;
}
