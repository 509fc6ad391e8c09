import type { DashboardStats } from '@esteira/validators/dashboards/dashboard';
import { Suspense, useDeferredValue } from 'react';
import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { useRetryFailed } from '../../lib/data/use-retry-failed';
import { DeferredPart } from '../../lib/deferred-part';
import { describeFailure } from '../../lib/forms/problem';
import { lazyNamed } from '../../lib/lazy-named';
import { useTitle } from '../../lib/use-title';
import { useUrlDialog } from '../../lib/use-url-dialog';
import type { PageAhead } from '../../shell/prefetch/page-ahead';
import { ErrorState } from '../../ui/lists/error-state';
import { PageHeader } from '../../ui/page-header';
import { BestSellers } from './best-sellers';
import { DashboardSkeleton } from './dashboard-skeleton';
import { FirstSteps } from './first-steps';
import { LowStock } from './low-stock';
import { MarketplaceSplit } from './marketplace-split';
import { MonthlySales } from './monthly-sales';
import { SummaryCards } from './summary-cards';
import { Todo } from './todo';

// Most accounts have something of their own, and the dashboard is whole without it.
const ExamplesPanel = lazyNamed(
  () => import('./examples-panel'),
  'ExamplesPanel',
  () => undefined,
);

// The page shows what waits before it asks for a period.
const PeriodPanel = lazyNamed(() => import('./period/period-panel'), 'PeriodPanel');

// Who asks waits for the answer, not for its code alone.
const TotalDialog = lazyNamed(
  () => import('./totals/total-dialog'),
  'TotalDialog',
  () => toast.error('Não foi possível abrir'),
);

export const fetchAhead: PageAhead['fetchAhead'] = ({ dashboard }) => {
  void dashboard.stats.prefetch();
  void dashboard.trend.prefetch();
  void dashboard.todo.prefetch();
};

export function DashboardPage() {
  useTitle('Dashboard');
  const query = trpc.dashboard.stats.useQuery();
  const trend = trpc.dashboard.trend.useQuery();
  const todo = trpc.dashboard.todo.useQuery();
  // The steps are taken on other pages: what was true when the seller left is read again on the way back.
  const steps = trpc.dashboard.firstSteps.useQuery(undefined, { staleTime: 0 });
  useLoadFailure(query, 'Erro ao carregar estatísticas');
  const retry = useRetryFailed();
  const stats = query.data;
  const why = useUrlDialog('porque');

  return (
    <>
      <PageHeader title="Dashboard" subtitle="Vendas, receita e lucro dos dois marketplaces" />
      {query.isPending && <DashboardSkeleton />}
      {query.isError && !stats && (
        <ErrorState
          title="Erro ao carregar estatísticas"
          {...describeFailure(query.error)}
          onRetry={retry}
          retrying={query.isFetching}
        />
      )}
      {stats && (
        <>
          {stats.total_vendas > 0 && <Todo data={todo.data} isError={todo.isError} />}
          <SummaryCards stats={stats} trend={trend.data} onAsk={why.open} />
          <Suspense>
            <ExamplesPanel />
          </Suspense>
          {steps.data && <FirstSteps done={steps.data} sales={stats.total_vendas} />}
          {stats.produtos_estoque_baixo > 0 && <LowStock count={stats.produtos_estoque_baixo} />}
          {stats.total_vendas > 0 && <Figures stats={stats} onAsk={why.open} />}
          <Suspense>{why.value !== null && <TotalDialog address={why.value} onClose={why.close} />}</Suspense>
        </>
      )}
    </>
  );
}

interface FiguresProps {
  stats: DashboardStats;
  onAsk: (address: string) => void;
}

/** What is seen after scrolling: drawn right after the beginning of the page was painted. */
function Figures({ stats, onAsk }: FiguresProps) {
  const isTime = useDeferredValue(true, false);
  if (!isTime) return null;
  return (
    <>
      <DeferredPart failure="Não foi possível carregar o período.">
        <PeriodPanel />
      </DeferredPart>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <MonthlySales months={stats.vendas_mes} />
        <div className="grid grid-cols-1 gap-4">
          <BestSellers products={stats.produtos_mais_vendidos} onAsk={onAsk} />
          <MarketplaceSplit sales={stats.vendas_por_marketplace} onAsk={onAsk} />
        </div>
      </div>
    </>
  );
}
