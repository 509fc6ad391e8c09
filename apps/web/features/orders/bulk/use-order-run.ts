import { ORDER_ACTIONS } from '@esteira/domain/orders/order-machine';
import type { ChosenOrder } from '@esteira/validators/orders/order-bulk';
import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import type { BulkOutcome, BulkRun } from '../../../parts/bulk/bulk-outcome';
import type { BulkStep } from './bulk-steps';
import { runInBatches } from './run-batches';
import type { OrderSelection } from './use-order-selection';

/** How many orders one call takes: fewer where a marketplace is asked about each. */
const BATCH = 500;
const ASKING_BATCH = 50;

/** A step of many orders, or its way back. */
export interface OrderTask {
  kind: 'step' | 'undo';
  step: BulkStep;
}

export interface OrderRun extends BulkRun {
  task: OrderTask;
  orders: readonly ChosenOrder[];
}

/** Leads many orders one step on, or back, and tells what became of each. */
export function useOrderRun({ replace, learn }: Pick<OrderSelection, 'replace' | 'learn'>) {
  const utils = trpc.useUtils();
  const { mutateAsync: take } = trpc.orders.bulk.useMutation();
  const { mutateAsync: undo } = trpc.orders.undoBulk.useMutation();
  const [run, setRun] = useState<OrderRun | null>(null);
  const stopper = useRef<AbortController>(null);

  // Whoever leaves the page begins nothing more.
  useEffect(() => () => stopper.current?.abort(), []);

  async function start(task: OrderTask, orders: readonly ChosenOrder[]) {
    const stop = new AbortController();
    stopper.current = stop;
    const total = orders.length;
    const show = (state: BulkRun['state'], outcomes: BulkOutcome[]) =>
      setRun({ task, orders, title: toTitle(task), total, done: outcomes.length, outcomes, state });
    const send = task.kind === 'step' ? take : undo;

    show('running', []);
    const { outcomes, statuses } = await runInBatches(orders, {
      size: toBatchSize(task),
      call: (ids) => send({ acao: task.step.name, ids }),
      failure: task.kind === 'step' ? task.step.failure : 'Erro ao desfazer',
      stop,
      onProgress: (soFar) => show(stop.signal.aborted ? 'cancelling' : 'running', soFar),
    });
    learn(statuses);
    replace(toTickAfter(task, outcomes));
    show('ended', outcomes);
    // Not waited for: the next run may begin while these are read.
    void utils.orders.invalidate();
    void utils.dashboard.invalidate();
  }

  function cancel() {
    stopper.current?.abort();
    setRun((current) => current && { ...current, state: 'cancelling' });
  }

  return { run, start, cancel, close: () => setRun(null) };
}

function toTitle({ kind, step }: OrderTask): string {
  return kind === 'step' ? step.label : `Desfazer: ${step.label}`;
}

function toBatchSize({ kind, step }: OrderTask): number {
  return kind === 'step' && ORDER_ACTIONS[step.action].tellsMarketplace ? ASKING_BATCH : BATCH;
}

/** What a step did not move stays ticked for a second try; what was taken back is ticked as it was before. */
function toTickAfter({ kind }: OrderTask, outcomes: readonly BulkOutcome[]): string[] {
  return outcomes.filter(({ state }) => (state === 'done') === (kind === 'undo')).map(({ id }) => id);
}
