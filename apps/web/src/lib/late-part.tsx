import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { RetryLine } from '../ui/lists/retry-line';
import { useReload } from './live/use-reload';

interface LatePartProps {
  /** What is said in its place when it does not arrive. */
  failure: string;
  className?: string;
  /** What holds its place meanwhile. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** A part of a page whose code comes when it is wanted: where it does not arrive, the page around it stays. */
export function LatePart({ failure, className, fallback = null, children }: LatePartProps) {
  return (
    <ErrorBoundary fallbackRender={() => <MissingPart failure={failure} className={className} />}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function MissingPart({ failure, className }: Pick<LatePartProps, 'failure' | 'className'>) {
  const { retry, retrying } = useReload();
  return <RetryLine failure={failure} retrying={retrying} onRetry={retry} className={className} />;
}
