import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { countTry, forgetTries } from '../../core/rate-limit';
import type { Payment } from './payments';

/** Outlives every call of the gateway; after a crash the payment can be taken up again when it has passed. */
const LEASE = 60_000;

const running = new WeakMap<Deps, Map<string, Promise<Payment>>>();

/**
 * Does a submission's work once among its repetitions: those that reach the same instance wait and share the
 * outcome, on another instance they are told to come back (docs/decisions/0006-one-charge-per-submission.md).
 */
export function shared(deps: Deps, paymentId: string, work: () => Promise<Payment>): Promise<Payment> {
  const mine = running.get(deps) ?? new Map<string, Promise<Payment>>();
  running.set(deps, mine);
  const before = mine.get(paymentId);
  if (before !== undefined) return before;
  const current = withLease(deps, paymentId, work).finally(() => mine.delete(paymentId));
  mine.set(paymentId, current);
  return current;
}

/**
 * Lets one caller at a time, on all instances together, work on a payment.
 * Fails with `conflict` while another does.
 */
export async function withLease<T>(deps: Deps, paymentId: string, work: () => Promise<T>): Promise<T> {
  const chave = deps.digest(`pagamento:${paymentId}`);
  if ((await countTry(deps, { chave, maximo: 1, janela: LEASE })) !== null) {
    throw new AppError('conflict', 'Pagamento em processamento. Aguarde alguns instantes.', {
      retryAfter: 5,
    });
  }
  try {
    return await work();
  } finally {
    await forgetTries(deps.db, chave);
  }
}
