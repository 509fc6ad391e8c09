import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { describeFailure } from '../../lib/forms/problem';
import { EmptyState } from '../../ui/lists/empty-state';
import { type ListQuery, ListStates } from '../../ui/lists/list-states';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';

interface PagedQuery extends ListQuery {
  data: unknown;
  error: unknown;
  errorUpdateCount: number;
  refetch: () => unknown;
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
  return (
    <ListStates
      query={query}
      isEmpty={items.length === 0}
      skeleton={
        <SkeletonGroup className="grid gap-2">
          {[0, 1, 2, 3, 4].map((index) => (
            <Skeleton key={index} className="h-14" />
          ))}
        </SkeletonGroup>
      }
      failure={{ title: 'Erro ao carregar dados', ...describeFailure(query.error) }}
      onRetry={query.refetch}
      empty={<EmptyState icon={SearchX} title={empty} />}
    >
      <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
            {render(item)}
          </li>
        ))}
      </ul>
    </ListStates>
  );
}
