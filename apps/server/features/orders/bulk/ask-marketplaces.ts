import { anySignal } from '@esteira/http/any-signal';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { AdapterContext } from '@esteira/marketplaces/port';
import { AppError, toAppError } from '../../../core/errors';
import { createSemaphore } from '../../../core/limits/semaphore';
import { BULK_CALLS_MS, CALL_TIMEOUT_MS } from '../../../core/time/deadline';
import type { OrderToShip } from '../../shipping/order-to-ship';

/** Enough to keep a marketplace busy, few enough for its own limits. */
const MAX_CALLS_AT_ONCE = 8;

const OUT_OF_TIME = 'O marketplace não respondeu a tempo a todos os pedidos. Tente novamente com este.';

/** What the marketplace answered for each order, and why it did not for the others. */
export interface AskResults<Result> {
  answers: ReadonlyMap<string, Result>;
  reasons: ReadonlyMap<string, string>;
}

/**
 * Asks about each order, a few at once, for as long as somebody waits for the whole. What a marketplace refuses
 * concerns its order alone; any other failure is that of the run, which has written nothing yet.
 */
export async function askForEach<Result>(
  usuarioId: string,
  orders: readonly OrderToShip[],
  ask: (order: OrderToShip, call: AdapterContext) => Promise<Result>,
): Promise<AskResults<Result>> {
  const answers = new Map<string, Result>();
  const reasons = new Map<string, string>();
  const stop = new AbortController();
  const deadline = anySignal([stop.signal, AbortSignal.timeout(BULK_CALLS_MS)]);
  const calls = createSemaphore({ inAll: MAX_CALLS_AT_ONCE });
  const askAbout = async (order: OrderToShip) => {
    if (deadline.aborted) return reasons.set(order.id, OUT_OF_TIME);
    const signal = anySignal([deadline, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
    try {
      return answers.set(order.id, await ask(order, { usuarioId, contaId: order.contaId, signal }));
    } catch (error) {
      if (!(error instanceof AdapterError || error instanceof AppError)) {
        stop.abort();
        throw error;
      }
      return reasons.set(order.id, toAppError(error).message);
    }
  };
  await Promise.all(orders.map((order) => calls.run(order.id, () => askAbout(order))));
  return { answers, reasons };
}
