import { ORDER_ACTIONS } from '@esteira/domain/orders/order-machine';
import { isUndoable } from '@esteira/domain/orders/order-undo';
import type { Order } from '@esteira/validators/orders/order';
import { clsx } from 'clsx';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { statusOf } from '../../../lib/forms/problem';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { waitedFor } from '../../../lib/reload';
import { toastDetail } from '../../../lib/toasts';
import { Button } from '../../../ui/button';
import { cardIdOf } from '../list/use-load-to-order';
import { isFocusStillOn } from './is-focus-still-on';
import { type RecentStep, useRecentStep, useStepNotes } from './recent-steps';
import { startStepPause, useStepPause } from './step-pause';
import { usePatchOrder } from './use-order-step';

interface UndoStepProps {
  order: Order;
  /** Below the status, in a row of a table. */
  isDense?: boolean;
}

/** ' · Desfazer' beside the status of an order that took a step a moment ago. */
export function UndoStep({ order, isDense = false }: UndoStepProps) {
  const step = useRecentStep(order.id);
  if (step === undefined || step.until === null || step.isOver) return null;
  const isFollowed = order.status !== ORDER_ACTIONS[step.action].to;
  if (isFollowed || !isUndoable(step.action, order.envio !== null)) return null;
  return <UndoButton step={step} isDense={isDense} />;
}

function UndoButton({ step: { order, action }, isDense }: { step: RecentStep; isDense: boolean }) {
  const { finish, drop } = useStepNotes();
  const isPaused = useStepPause();
  const undo = useUndoStep((undone) => finish(undone, action));
  const send = useSingleFlight(async () => {
    const card = document.getElementById(cardIdOf(order.id));
    const hadFocus = card?.contains(document.activeElement);
    try {
      await undo.mutateAsync({ id: order.id, status: order.status });
    } catch (error) {
      if (statusOf(error) === 409) drop(order.id);
    }
    startStepPause();
    if (hadFocus && isFocusStillOn(order)) card?.querySelector<HTMLElement>('[data-step]')?.focus();
  });

  return (
    <>
      {!isDense && (
        <span aria-hidden data-changes className="text-muted">
          ·
        </span>
      )}
      <Button
        data-changes
        variant="link"
        size="bare"
        className={clsx(
          isDense ? 'h-4 px-2 text-[11px]' : 'h-6 px-1 text-[13px]',
          !undo.isPending && 'aria-disabled:opacity-100!',
        )}
        aria-disabled={isPaused || undefined}
        busy={undo.isPending}
        onClick={() => {
          startStepPause();
          send(undefined);
        }}
      >
        Desfazer
      </Button>
    </>
  );
}

/** The list that has the order again may come late, and others be read in its stead: `onUndone` is told at once. */
export function useUndoStep(onUndone?: (order: Order) => void) {
  const utils = trpc.useUtils();
  const patch = usePatchOrder();
  return trpc.orders.undo.useMutation({
    onSuccess: async (order) => {
      toast.success('Passo desfeito!');
      onUndone?.(order);
      await patch(order.id, order);
    },
    onError: (error) => toastDetail(error, 'Erro ao desfazer'),
    onSettled: (_data, error) =>
      waitedFor(Promise.all([utils.orders.invalidate(), utils.dashboard.invalidate()]), error),
  });
}
