import type { PurchaseOrder } from '@esteira/validators/products/purchasing';
import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../lib/data/trpc';
import { detailOf } from '../../lib/forms/problem';
import { useClickGuard } from './click-guard';
import type { PurchaseStep } from './stable-list';
import { addFailure, addResults, beginRun, type Run, STEPS, toBatches } from './supplier-run';

export type SupplierRun = ReturnType<typeof useSupplierRun>;

/** The orders are in this list from now on, by what was done here. */
type OnMoved = (ids: string[], to: PurchaseStep) => void;

/** Takes a step for the supplier's part of exactly the orders that were shown, and takes it back. */
export function useSupplierRun(supplierId: string, onMoved: OnMoved) {
  const { hold } = useClickGuard();
  const send = useSend(supplierId);
  const reload = useReload(supplierId);
  const [run, setRun] = useState<Run | null>(null);
  const isUnderWay = useRef(false);

  async function go(kind: Run['kind'], step: PurchaseStep, orders: readonly PurchaseOrder[]) {
    if (isUnderWay.current || orders.length === 0) return;
    isUnderWay.current = true;
    hold();
    const ended = await send(beginRun(kind, step, orders.length), orders, setRun);
    onMoved(
      ended.done.map(({ id }) => id),
      kind === 'take' ? 'pagar' : step,
    );
    await reload();
    isUnderWay.current = false;
    setRun({ ...ended, isBusy: false });
    hold();
  }

  return {
    run,
    isBusy: run?.isBusy ?? false,
    start: (step: PurchaseStep, orders: readonly PurchaseOrder[]) => go('take', step, orders),
    undo: () => run && go('undo', run.step, run.done),
    dismiss: () => setRun(null),
  };
}

/** Call after call until all orders are answered; whoever leaves the page begins no further one. */
function useSend(fornecedor_id: string) {
  const { mutateAsync: take } = trpc.orders.bulk.useMutation();
  const { mutateAsync: undo } = trpc.orders.undoBulk.useMutation();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  return async (begun: Run, orders: readonly PurchaseOrder[], show: (run: Run) => void): Promise<Run> => {
    let run = begun;
    show(run);
    const [free, held] = [orders.filter(({ retido }) => !retido), orders.filter(({ retido }) => retido)];
    for (const batch of [...toBatches(free), ...toBatches(held)]) {
      if (isGone.current) return run;
      const call = { acao: STEPS[run.step].acao, ids: batch.map(({ id }) => id), fornecedor_id };
      // Who ticked an order that is held back means it; one that is held since then is not.
      const meant = held.length > 0 && batch.every((order) => held.includes(order));
      try {
        const { resultados } = await (run.kind === 'take'
          ? take({ ...call, ...(meant && { incluir_atencao: true }) })
          : undo(call));
        run = addResults(run, batch, resultados);
      } catch (error) {
        run = addFailure(run, batch, detailOf(error));
      }
      show(run);
    }
    return run;
  };
}

/** What another supplier is to be sent or paid is as before. */
function useReload(fornecedor_id: string) {
  const utils = trpc.useUtils();
  return async () => {
    void utils.orders.invalidate();
    void utils.dashboard.invalidate();
    void utils.purchasing.figures.invalidate();
    await Promise.all([
      utils.purchasing.list.invalidate(),
      utils.purchasing.supplier.invalidate({ fornecedor_id }),
    ]);
  };
}
