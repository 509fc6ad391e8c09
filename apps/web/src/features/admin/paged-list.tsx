import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { detailOf } from '../../lib/forms/problem';
import { EmptyState } from '../../ui/lists/empty-state';
import { ErrorState } from '../../ui/lists/error-state';
import { LoadMore } from '../../ui/lists/load-more';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';

/** What both lists need of an infinite query. */
interface PagedQuery {
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  error: unknown;
  errorUpdateCount: number;
  refetch: () => unknown;
  fetchNextPage: (options: { cancelRefetch: false }) => Promise<unknown>;
}

interface PagedListProps<T> {
  query: PagedQuery;
  items: T[];
  empty: string;
  render: (item: T) => ReactNode;
}

/** A bordered list of rows that loads page by page. */
export function PagedList<T extends { id: string }>({ query, items, empty, render }: PagedListProps<T>) {
  useLoadFailure(query, 'Erro ao carregar dados');
  if (query.isPending) {
    return (
      <SkeletonGroup className="grid gap-2">
        {[0, 1, 2, 3, 4].map((index) => (
          <Skeleton key={index} className="h-14" />
        ))}
      </SkeletonGroup>
    );
  }
  if (query.isError && items.length === 0) {
    return (
      <ErrorState
        title="Erro ao carregar dados"
        description={detailOf(query.error) ?? undefined}
        onRetry={query.refetch}
        retrying={query.isFetching}
      />
    );
  }
  if (items.length === 0) return <EmptyState icon={SearchX} title={empty} />;
  return (
    <>
      <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
            {render(item)}
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        onLoad={query.fetchNextPage}
      />
    </>
  );
}
