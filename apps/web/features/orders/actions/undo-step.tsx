import { ORDER_ACTIONS } from '@esteira/domain/orders/order-machine';
import { isUndoable } from '@esteira/domain/orders/order-undo';
import type { Order } from '@esteira/validators/orders/order';
import { loadAhead } from '../../../lib/ahead-queue';
import { lazyOffer } from '../../../lib/lazy-part';
import { useRecentStep } from './recent-steps';

const UndoButton = lazyOffer(() => import('./undo-button'), 'UndoButton');
loadAhead(UndoButton.preload);

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
