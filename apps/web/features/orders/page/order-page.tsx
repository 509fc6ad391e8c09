import { ArrowLeft, SearchX } from 'lucide-react';
import { Link, matchPath, useParams } from 'react-router';
import { trpc } from '../../../lib/data/trpc';
import { useLoadFailure } from '../../../lib/data/use-load-failure';
import { describeFailure, statusOf } from '../../../lib/forms/problem';
import { paths } from '../../../paths';
import type { PageAhead } from '../../../shell/prefetch/page-ahead';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/lists/empty-state';
import { ErrorState } from '../../../ui/lists/error-state';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { useTitle } from '../../../ui/use-title';
import { RecentStepsProvider } from '../actions/recent-steps';
import { OrderView } from './order-view';

export const fetchAhead: PageAhead['fetchAhead'] = ({ orders }, { pathname }) => {
  const { id } = matchPath('/pedidos/:id', pathname)?.params ?? {};
  if (id) void orders.details.prefetch({ id });
};

/** Everything about one order, at an address of its own. */
export function OrderPage() {
  const { id = '' } = useParams();
  const query = trpc.orders.details.useQuery({ id });
  const { data, error } = query;
  const isMissing = statusOf(error) === 404;
  useTitle(data && !isMissing ? `Pedido #${data.pedido.ml_order_id}` : 'Pedido');
  useLoadFailure({ ...query, error: isMissing ? null : error }, 'Erro ao carregar pedido');
  return (
    <>
      {!isMissing && (
        <Button asChild variant="link" size="bare" className="justify-self-start">
          <Link to={paths.orders}>
            <ArrowLeft aria-hidden />
            Voltar aos pedidos
          </Link>
        </Button>
      )}
      {isMissing && <MissingOrder />}
      {!isMissing && data && (
        <RecentStepsProvider>
          <OrderView key={id} details={data} />
        </RecentStepsProvider>
      )}
      {!data && !isMissing && query.isPending && <OrderSkeleton />}
      {!data && !isMissing && query.isError && (
        <>
          <h1 className="sr-only">Pedido</h1>
          <ErrorState
            title="Erro ao carregar pedido"
            {...describeFailure(error)}
            onRetry={() => query.refetch()}
            retrying={query.isFetching}
          />
        </>
      )}
    </>
  );
}

function MissingOrder() {
  return (
    <>
      <h1 className="sr-only">Pedido</h1>
      <EmptyState
        icon={SearchX}
        title="Pedido não encontrado"
        description="O endereço pode ter sido digitado errado, ou o pedido é de outra conta."
      >
        <Button asChild variant="primary">
          <Link to={paths.orders}>Voltar aos pedidos</Link>
        </Button>
      </EmptyState>
    </>
  );
}

function OrderSkeleton() {
  return (
    <SkeletonGroup className="grid gap-5">
      <Skeleton className="h-7 w-72 max-w-full" />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_340px] xl:grid-cols-[minmax(0,1fr)_400px]">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </SkeletonGroup>
  );
}
