import type { ReactNode } from 'react';
import { ErrorState } from './error-state';
import { LoadMore } from './load-more';

/** What a paged list needs to know of its query. */
export interface ListQuery {
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  fetchNextPage: (options: { cancelRefetch: false }) => Promise<unknown>;
}

interface ListStatesProps {
  query: ListQuery;
  isEmpty: boolean;
  /** Shown while the first page is on its way. */
  skeleton: ReactNode;
  empty: ReactNode;
  failure: { title: string; description: string | undefined; reference: string | undefined };
  onRetry: () => void;
  /** How far before its end the next page is asked for, in pixels. */
  ahead?: number;
  children: ReactNode;
}

/** The states of every list that loads page by page: loading, failed, empty, and its items with more to come. */
export function ListStates({ query, isEmpty, skeleton, empty, failure, onRetry, ...props }: ListStatesProps) {
  if (query.isPending) return skeleton;
  if (query.isError && isEmpty) {
    return <ErrorState {...failure} onRetry={onRetry} retrying={query.isFetching} />;
  }
  if (isEmpty) return empty;
  return (
    <>
      {props.children}
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        onLoad={query.fetchNextPage}
        {...(props.ahead === undefined ? {} : { ahead: props.ahead })}
      />
    </>
  );
}
