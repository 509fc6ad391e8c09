import type { Deps } from '../../core/context';
import { toLeaseMs } from '../../core/deadline';
import { AppError } from '../../core/errors';
import { withLease } from '../../core/lease';
import { createSingleFlight, type SingleFlight } from '../../core/single-flight';
import type { Payment } from './payments';

/** A charge and the questions after what became of it; see service.ts. */
const PAYMENT_DEADLINE_MS = 30_000;

const flights = new WeakMap<Deps, SingleFlight<Payment>>();

/**
 * Does a submission's work once among its repetitions: those that reach the same instance wait and share the
 * outcome, on another instance they are told to come back (docs/decisions/0006-one-charge-per-submission.md).
 */
export function payOnce(deps: Deps, paymentId: string, work: () => Promise<Payment>): Promise<Payment> {
  const flight = flights.get(deps) ?? createSingleFlight<Payment>();
  flights.set(deps, flight);
  return flight(paymentId, () => withPaymentLease(deps, paymentId, work));
}

/**
 * Lets one caller at a time, on all instances together, work on a payment. What an overtaken one writes is not refused
 * by the lease: it knows what became of the charge, and only a pending payment changes.
 * Fails with `conflict` while another does.
 */
export function withPaymentLease<T>(deps: Deps, paymentId: string, work: () => Promise<T>): Promise<T> {
  const key = `pagamento:${paymentId}`;
  return withLease(deps, { key, durationMs: toLeaseMs(PAYMENT_DEADLINE_MS), busy: toBusy }, work);
}

const toBusy = () =>
  new AppError('conflict', 'Pagamento em processamento. Aguarde alguns instantes.', { retryAfter: 5 });
