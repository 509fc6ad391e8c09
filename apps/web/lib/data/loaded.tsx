import type { ReactNode } from 'react';
import { ErrorState } from '../../ui/lists/error-state';
import { RetryLine } from '../../ui/lists/retry-line';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { describeFailure } from '../forms/problem';
import { useLoadFailure } from './use-load-failure';

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
  /** Stands there until it is read. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What is drawn from one response: before it is there, when it does not come, and then. */
export function Loaded<Data>({ query, failure, skeleton = <OneSkeleton />, children }: LoadedProps<Data>) {
  useLoadFailure(query, failure);
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return skeleton;
  return (
    <ErrorState
      title={failure}
      {...describeFailure(query.error)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

const OneSkeleton = () => (
  <SkeletonGroup className="grid">
    <Skeleton className="h-40" />
  </SkeletonGroup>
);

interface NotLoadedProps {
  query: { data: unknown; isPending: boolean; isError: boolean; isFetching: boolean; refetch: () => unknown };
  /** What is said in its place when it cannot be read. */
  failure: string;
  /** How high it is about. */
  className: string;
}

/** In place of a part whose data are not there: that they are on their way, or another try. */
export function NotLoaded({ query, failure, className }: NotLoadedProps) {
  if (query.data !== undefined) return null;
  if (query.isError) {
    return <RetryLine failure={failure} retrying={query.isFetching} onRetry={() => query.refetch()} />;
  }
  return (
    <SkeletonGroup>
      <Skeleton className={className} />
    </SkeletonGroup>
  );
}
