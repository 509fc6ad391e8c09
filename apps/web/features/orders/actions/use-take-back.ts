import { ORDER_ACTIONS, type OrderAction, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { isUndoable } from '@esteira/domain/orders/order-undo';
import type { Order } from '@esteira/validators/orders/order';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { statusOf } from '../../../lib/forms/problem';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { waitedFor } from '../../../lib/reload';
import { toastDetail } from '../../../lib/toasts';
import { cardIdOf } from '../list/use-load-to-order';
import { isFocusStillOn } from './is-focus-still-on';
import { useStepNotes } from './recent-steps';
import { startStepPause } from './step-pause';
import { usePatchOrder } from './use-patch-order';

/** Takes the last step of an order back, by its card or by the toast of the step. */
export function useTakeBack() {
  const { finish, drop } = useStepNotes();
  const undo = useUndoStep((undone, status) => finish(undone, actionTo(status)));
  const takeBack = useSingleFlight(async (order: Order) => {
    startStepPause();
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
  /** What the toast of a step offers: undo where the eye is. */
  const offerUndo = (order: Order, action: OrderAction) =>
    isUndoable(action, order.envio !== null)
      ? { action: { label: 'Desfazer', onClick: () => void takeBack(order) } }
      : undefined;
  return { takeBack, isPending: undo.isPending, offerUndo };
}

const ACTIONS = Object.keys(ORDER_ACTIONS) as OrderAction[];

function actionTo(status: OrderStatus): OrderAction {
  return ACTIONS.find((action) => ORDER_ACTIONS[action].to === status) ?? 'approve';
}

/** The list that has the order again may come late, and others be read in its stead: `onUndone` is told at once. */
export function useUndoStep(onUndone?: (order: Order, from: OrderStatus) => void) {
  const utils = trpc.useUtils();
  const patch = usePatchOrder();
  return trpc.orders.undo.useMutation({
    onSuccess: async (order, { status }) => {
      toast.success('Etapa desfeita!');
      onUndone?.(order, status);
      await patch(order.id, order);
    },
    onError: (error) => toastDetail(error, 'Erro ao desfazer'),
    onSettled: (_data, error) =>
      waitedFor(Promise.all([utils.orders.invalidate(), utils.dashboard.invalidate()]), error),
  });
}
