import { ORDER_ACTIONS } from '@esteira/domain/orders/order-machine';
import { isUndoable, UNDO_OFFERED_MS } from '@esteira/domain/orders/order-undo';
import type { ChosenOrder } from '@esteira/validators/orders/order-bulk';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { formatCount } from '../../../lib/format/figures';
import { getSession } from '../../../lib/session/session-store';
import { type BulkOutcome, type BulkRun, type BulkWords, summarize } from '../../../parts/bulk/bulk-outcome';
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
  /** Whether orders that a reason holds back are meant too. */
  includesHeld?: boolean;
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
  const isLeft = useIsLeft(stopper);

  async function start(task: OrderTask, orders: readonly ChosenOrder[]) {
    const stop = new AbortController();
    stopper.current = stop;
    const total = orders.length;
    const show = (state: BulkRun['state'], outcomes: BulkOutcome[]) =>
      setRun({ task, orders, title: toTitle(task), total, done: outcomes.length, outcomes, state });
    const acao = task.step.name;
    const send = (ids: string[]) =>
      task.kind === 'step'
        ? take({ acao, ids, ...(task.includesHeld && { incluir_atencao: true }) })
        : undo({ acao, ids });

    show('running', []);
    const { outcomes, statuses } = await runInBatches(orders, {
      size: toBatchSize(task),
      call: send,
      failure: task.kind === 'step' ? task.step.failure : 'Erro ao desfazer',
      stop,
      onProgress: (soFar) => show(stop.signal.aborted ? 'cancelling' : 'running', soFar),
    });
    learn(statuses);
    replace(toTickAfter(task, outcomes));
    if (outcomes.every(({ state }) => state === 'done')) {
      setRun(null);
      tellDone(task, outcomes, { orders, undo: (undone) => start({ ...task, kind: 'undo' }, undone) });
    } else if (isLeft.current) tellLeft(task, outcomes);
    else show('ended', outcomes);
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

/** Whether the page was left, which begins nothing more. The toast of a run may still take it back from elsewhere. */
function useIsLeft(stopper: RefObject<AbortController | null>): RefObject<boolean> {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      stopper.current?.abort();
    };
  }, [stopper]);
  return isLeft;
}

/** What the dialog would say, where its page is gone; of a session that ended the login page alone speaks. */
function tellLeft(task: OrderTask, outcomes: BulkOutcome[]): void {
  if (getSession().token === null) return;
  toast.error(toTitle(task), { description: summarize(outcomes, toWords(task)) });
}

interface WayBack {
  orders: readonly ChosenOrder[];
  undo: (orders: readonly ChosenOrder[]) => Promise<void>;
}

/** Where all went well nothing is left to be read: what was done stands beside the way back. */
function tellDone(task: OrderTask, outcomes: BulkOutcome[], { orders, undo }: WayBack): void {
  const undoable = listUndoable(task, orders);
  const isPart = undoable.length < orders.length;
  toast.success(summarize(outcomes, toWords(task)), {
    ...(undoable.length > 0 && {
      duration: UNDO_OFFERED_MS,
      action: {
        label: isPart ? `Desfazer (${formatCount(undoable.length)})` : 'Desfazer',
        onClick: () => void undo(undoable),
      },
    }),
  });
}

/** Those of the orders whose step can be taken back. */
export function listUndoable({ kind, step }: OrderTask, orders: readonly ChosenOrder[]): ChosenOrder[] {
  return kind === 'undo' ? [] : orders.filter(({ real }) => isUndoable(step.action, real));
}

export function toWords({ kind, step }: OrderTask): BulkWords {
  return {
    done: kind === 'step' ? step.done : ['desfeito', 'desfeitos'],
    skipped: ['não alterado', 'não alterados'],
  };
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
