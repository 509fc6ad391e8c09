import { countText } from '@esteira/domain/text/count-text';
import { clsx } from 'clsx';
import { trpc } from '../../lib/data/trpc';
import { formatCount } from '../../lib/format/figures';

/** A tab in the background does not hear of changes after a while: its title counts on at this pace. */
const BACKGROUND_MS = 60_000;

/** How many orders wait for approval: the count of the orders page without filters, from the same cache entry. */
export function usePendingCount(): number {
  const { data } = trpc.orders.counts.useQuery(
    {},
    { refetchInterval: BACKGROUND_MS, refetchIntervalInBackground: true },
  );
  return data?.pendentes ?? 0;
}

/** The count beside the entry 'Pedidos', read out as '4 pendentes'; nothing while none waits. */
export function PendingBadge({ className }: { className?: string }) {
  const count = usePendingCount();
  if (count === 0) return null;
  return (
    <span
      className={clsx(
        'tabular rounded-full bg-warning-soft px-1.5 font-semibold text-warning-text text-xs leading-5',
        className,
      )}
    >
      <span aria-hidden>{formatCount(count)}</span>
      <span className="sr-only">{countText(count, 'pendente', 'pendentes')}</span>
    </span>
  );
}
