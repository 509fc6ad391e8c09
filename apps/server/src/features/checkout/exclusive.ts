import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { countTry, forgetTries } from '../../core/rate-limit';
import type { Payment } from './attempt';

/** Outlives every call of the gateway; after a crash the payment can be taken up again when it has passed. */
const LEASE = 60_000;

const running = new Map<string, Promise<Payment>>();

/**
 * Lets one request at a time work on a payment, on all instances together. Repetitions that reach the same
 * instance wait and share the outcome; elsewhere they are told to come back (docs/decisions/0003).
 */
export async function exclusively(deps: Deps, id: string, work: () => Promise<Payment>): Promise<Payment> {
  const before = running.get(id);
  if (before !== undefined) return before;
  const current = withLease(deps, id, work).finally(() => running.delete(id));
  running.set(id, current);
  return current;
}

async function withLease(deps: Deps, id: string, work: () => Promise<Payment>): Promise<Payment> {
  const chave = deps.digest(`pagamento:${id}`);
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
