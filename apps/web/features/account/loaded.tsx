import type { ReactNode } from 'react';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { describeFailure } from '../../lib/forms/problem';
import { ErrorState } from '../../ui/lists/error-state';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';

type Query<Data> = Parameters<typeof useLoadFailure>[0] & {
  data: Data | undefined;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

interface LoadedProps<Data> {
  query: Query<Data>;
  /** What is said when it cannot be read, in its place and above the page. */
  failure: string;
  children: (data: Data) => ReactNode;
}

/** A panel that is drawn from one answer: before it is there, when it does not come, and then. */
export function Loaded<Data>({ query, failure, children }: LoadedProps<Data>) {
  useLoadFailure(query, failure);
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) {
    return (
      <SkeletonGroup className="grid">
        <Skeleton className="h-40" />
      </SkeletonGroup>
    );
  }
  return (
    <ErrorState
      title={failure}
      {...describeFailure(query.error)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
