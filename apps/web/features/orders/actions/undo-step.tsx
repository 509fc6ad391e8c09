import { ORDER_ACTIONS } from '@esteira/domain/orders/order-machine';
import { isUndoable } from '@esteira/domain/orders/order-undo';
import type { Order } from '@esteira/validators/orders/order';
import { clsx } from 'clsx';
import { Button } from '../../../ui/button';
import { type RecentStep, useRecentStep } from './recent-steps';
import { useStepPause } from './step-pause';
import { useTakeBack } from './use-take-back';

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

function UndoButton({ step: { order }, isDense }: { step: RecentStep; isDense: boolean }) {
  const isPaused = useStepPause();
  const { takeBack, isPending } = useTakeBack();

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
          !isPending && 'aria-disabled:opacity-100!',
        )}
        aria-disabled={isPaused || undefined}
        busy={isPending}
        onClick={() => takeBack(order)}
      >
        Desfazer
      </Button>
    </>
  );
}
