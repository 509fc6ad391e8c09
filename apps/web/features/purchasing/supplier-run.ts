import { MAX_BULK_ORDERS, type OrderStepName } from '@esteira/domain/orders/order-bulk';
import type { BulkResult } from '@esteira/validators/orders/order-bulk';
import type { PurchaseOrder } from '@esteira/validators/products/purchasing';
import type { PurchaseStep } from './stable-list';

/** What the calls name each step, and what it is called when it failed. */
export const STEPS: Readonly<Record<PurchaseStep, { acao: OrderStepName; failure: string }>> = {
  enviar: { acao: 'enviar-fornecedor', failure: 'Erro ao enviar ao fornecedor' },
  pagar: { acao: 'pagar', failure: 'Erro ao confirmar pagamento' },
};

/** An order of a run that was not moved, or not taken back, and why. */
export interface RunFailure {
  order: PurchaseOrder;
  reason: string;
}

/** A step of exactly the orders that were shown, or its way back. */
export interface Run {
  step: PurchaseStep;
  kind: 'take' | 'undo';
  isBusy: boolean;
  total: number;
  answered: number;
  done: PurchaseOrder[];
  failures: RunFailure[];
  /** When it was begun; a step is taken back for a while only. */
  at: number;
}

export function beginRun(kind: Run['kind'], step: PurchaseStep, total: number): Run {
  return { kind, step, isBusy: true, total, answered: 0, done: [], failures: [], at: Date.now() };
}

/** The orders in calls of bounded size. */
export function toBatches(orders: readonly PurchaseOrder[]): PurchaseOrder[][] {
  const batches = [];
  for (let start = 0; start < orders.length; start += MAX_BULK_ORDERS) {
    batches.push(orders.slice(start, start + MAX_BULK_ORDERS));
  }
  return batches;
}

export function addResults(run: Run, batch: readonly PurchaseOrder[], results: readonly BulkResult[]): Run {
  const byId = new Map(results.map((result) => [result.id, result]));
  const isDone = ({ id }: PurchaseOrder) => byId.get(id)?.ok === true;
  const failures = batch
    .filter((order) => !isDone(order))
    .map((order) => ({ order, reason: byId.get(order.id)?.detail ?? STEPS[run.step].failure }));
  return {
    ...run,
    answered: run.answered + batch.length,
    done: [...run.done, ...batch.filter(isDone)],
    failures: [...run.failures, ...failures],
  };
}

/** A call that was never answered well: none of its orders is known to have moved. */
export function addFailure(run: Run, batch: readonly PurchaseOrder[], reason: string | null): Run {
  const failures = batch.map((order) => ({ order, reason: reason ?? STEPS[run.step].failure }));
  return { ...run, answered: run.answered + batch.length, failures: [...run.failures, ...failures] };
}
