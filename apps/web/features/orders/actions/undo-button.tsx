import { clsx } from 'clsx';
import { Button } from '../../../ui/button';
import type { RecentStep } from './recent-steps';
import { useStepPause } from './step-pause';
import { useTakeBack } from './use-take-back';

interface UndoButtonProps {
  step: RecentStep;
  /** Below the status, in a row of a table. */
  isDense: boolean;
}

/** Takes back the step. */
export function UndoButton({ step: { order }, isDense }: UndoButtonProps) {
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
