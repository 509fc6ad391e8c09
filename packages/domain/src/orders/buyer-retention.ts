import { DAY_MS } from '../durations';
import { HIDDEN_BUYER } from './order-attention';
import type { OrderStatus } from './order-machine';

/** How many days what is known of a buyer is kept after the order ended, unless the operator says otherwise. */
export const DEFAULT_RETENTION_DAYS = 365;
/** Ten years. */
export const MAX_RETENTION_DAYS = 3_650;

/** Where an order has ended: delivered or cancelled, its buyer is not needed any more. */
export const ENDED_STATUSES = ['entregue', 'cancelado'] as const satisfies readonly OrderStatus[];

/** Stands for the buyer's name and address once they were erased. */
export const ERASED_BUYER = 'Dados apagados';

/** Buyers of orders that ended before this moment are erased. */
export function findRetentionLimit(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** The buyer's name or address as it is shown: what is known, or why nothing is. */
export function describeBuyer(known: string | null, erasedAt: string | null): string {
  return known ?? (erasedAt === null ? HIDDEN_BUYER : ERASED_BUYER);
}
