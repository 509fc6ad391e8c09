import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { RetryLine } from '../ui/lists/retry-line';
import { useReload } from './live/use-reload';

interface DeferredPartProps {
  /** The sentence shown where its code cannot be loaded. */
  failure: string;
  className?: string;
  children: ReactNode;
}

/** A part of a page whose code is loaded when it is needed. Where it cannot be loaded, the page around it stays. */
export function DeferredPart({ failure, className, children }: DeferredPartProps) {
  return (
    <ErrorBoundary fallbackRender={() => <MissingPart failure={failure} className={className} />}>
      {children}
    </ErrorBoundary>
  );
}

function MissingPart({ failure, className }: Pick<DeferredPartProps, 'failure' | 'className'>) {
  const { retry, retrying } = useReload();
  return <RetryLine failure={failure} retrying={retrying} onRetry={retry} className={className} />;
}
