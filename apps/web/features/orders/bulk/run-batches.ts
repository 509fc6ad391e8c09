import { ORDER_STATUS_LABELS, type OrderStatus } from '@esteira/domain/orders/order-machine';
import type { BulkResponse, BulkResult, ChosenOrder } from '@esteira/validators/orders/order-bulk';
import { detailOf } from '../../../lib/forms/problem';
import type { BulkOutcome } from '../../../parts/bulk/bulk-outcome';

interface Batches {
  /** How many orders one call takes. */
  size: number;
  call: (ids: string[]) => Promise<BulkResponse>;
  /** What a failure is called when the server gives no reason. */
  failure: string;
  /** Aborted to begin no further batch. */
  stop: AbortController;
  onProgress: (outcomes: BulkOutcome[]) => void;
}

interface BatchesResult {
  /** One for each order, in their order. */
  outcomes: BulkOutcome[];
  /** Where the orders stand now, as far as the server has said. */
  statuses: Map<string, OrderStatus>;
}

/** Sends the orders batch by batch until all are done, somebody stops it or a batch fails as a whole. */
export async function runInBatches(
  orders: readonly ChosenOrder[],
  { size, call, failure, stop, onProgress }: Batches,
): Promise<BatchesResult> {
  const outcomes: BulkOutcome[] = [];
  const statuses = new Map<string, OrderStatus>();
  for (let from = 0; from < orders.length && !stop.signal.aborted; from += size) {
    const batch = orders.slice(from, from + size);
    try {
      const { resultados } = await call(batch.map(({ id }) => id));
      for (const { id, status } of resultados) if (status) statuses.set(id, status);
      outcomes.push(...batch.map((order, index) => toOutcome(order, resultados[index], failure)));
    } catch (error) {
      // What failed as a whole would fail again: the session, the line or the server is away.
      stop.abort();
      const text = detailOf(error) ?? failure;
      outcomes.push(...batch.map((order) => ({ ...toItem(order), state: 'failed' as const, text })));
    }
    onProgress(outcomes);
  }
  for (const order of orders.slice(outcomes.length))
    outcomes.push({ ...toItem(order), state: 'skipped', text: 'Parado antes deste pedido' });
  return { outcomes, statuses };
}

function toItem({ id, ml_order_id, produto_nome }: ChosenOrder): Pick<BulkOutcome, 'id' | 'name'> {
  return { id, name: `Pedido #${ml_order_id} · ${produto_nome}` };
}

function toOutcome(order: ChosenOrder, result: BulkResult | undefined, failure: string): BulkOutcome {
  if (result?.ok) {
    return { ...toItem(order), state: 'done', text: result.status ? ORDER_STATUS_LABELS[result.status] : '' };
  }
  return { ...toItem(order), state: 'failed', text: result?.detail ?? failure };
}
