import { isStepBack } from '@esteira/domain/orders/order-undo';
import { Undo2 } from 'lucide-react';
import { trpc } from '../../../lib/data/trpc';
import { When } from '../../../lib/format/when';
import { RetryLine } from '../../../ui/lists/retry-line';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { describeEvent, describeReason } from './describe-event';
import { STATUS_BADGES } from './status-badges';

/** Who moved the order, when, from where to where; fetched when asked for. */
export function OrderHistory({ id }: { id: string }) {
  const { data, isError, refetch, isFetching } = trpc.orders.history.useQuery({ id });

  // The last data stay while reading them again fails.
  if (!data && isError) {
    return (
      <RetryLine
        failure="Não foi possível carregar o histórico."
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    );
  }
  if (!data) {
    return (
      <SkeletonGroup className="grid gap-2">
        <Skeleton className="h-5 w-64 max-w-full" />
        <Skeleton className="h-5 w-52 max-w-full" />
      </SkeletonGroup>
    );
  }
  return (
    <ol className="grid gap-2">
      {data.map((event) => {
        const Icon = isStepBack(event) ? Undo2 : STATUS_BADGES[event.para].icon;
        return (
          <li key={event.id} className="flex items-baseline gap-2.5">
            <Icon aria-hidden className="size-4 shrink-0 translate-y-0.5 text-muted" />
            <p className="min-w-0">
              <span className="font-medium">{describeEvent(event)}</span>
              <span className="text-muted">
                {' · '}
                <When date={event.criado_em} />
                {' · '}
                {event.ator_nome ?? 'Sistema'}
              </span>
              {describeReason(event) && (
                <span className="block text-muted [overflow-wrap:anywhere]">{describeReason(event)}</span>
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
