import { clsx } from 'clsx';
import { Button } from '../button';

interface RetryLineProps {
  /** What did not arrive, as a sentence. */
  failure: string;
  retrying: boolean;
  onRetry: () => void;
  className?: string | undefined;
}

/** A part of a page or dialog that did not arrive, in one line with another try. */
export function RetryLine({ failure, retrying, onRetry, className }: RetryLineProps) {
  return (
    <p role="alert" className={clsx('flex flex-wrap items-center gap-3 text-muted', className)}>
      {failure}
      <Button size="sm" busy={retrying} onClick={onRetry}>
        Tentar novamente
      </Button>
    </p>
  );
}
