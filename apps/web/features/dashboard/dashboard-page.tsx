import { getMonthSpan } from '@esteira/domain/report-period';
import { countText } from '@esteira/domain/text/count-text';
import { formatMonth } from '@esteira/domain/text/month-text';
import type { DashboardStats } from '@esteira/validators/dashboards/dashboard';
import { useDeferredValue } from 'react';
import { Link } from 'react-router';
import { trpc } from '../../lib/data/trpc';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { useRetryFailed } from '../../lib/data/use-retry-failed';
import { formatCount } from '../../lib/format/figures';
import { describeFailure } from '../../lib/forms/problem';
import { lazyDialog } from '../../lib/lazy-dialog';
import { useUrlDialog } from '../../lib/use-url-dialog';
import { FigureButton } from '../../parts/figure-button';
import { useExamples } from '../../parts/use-examples';
import { paths } from '../../paths';
import type { PageAhead } from '../../shell/prefetch/page-ahead';
import { ErrorState } from '../../ui/lists/error-state';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { PageHeader } from '../../ui/page-header';
import { Panel, PanelTitle } from '../../ui/panel';
import { barWidth } from './bar-width';
import { ExamplesPanel } from './examples-panel';
import { FirstSteps } from './first-steps';
import { LowStock } from './low-stock';
import { MarketplaceSplit } from './marketplace-split';
import { PeriodPanel, PeriodSkeleton, PeriodTables } from './period/period-panel';
import { usePeriod } from './period/use-period';
import { SummaryCards } from './summary-cards';
import { Todo } from './todo';
import { findTotal, toBestSellerAddress } from './totals/total-source';
import { useAccountFilter } from './use-account-filter';

// Who asks waits for the answer, not for its code alone.
const TotalDialog = lazyDialog(() => import('./totals/total-dialog'), 'TotalDialog', {
  title: 'Por que este número?',
});

export const fetchAhead: PageAhead['fetchAhead'] = ({ dashboard }) => {
  void dashboard.stats.prefetch();
  void dashboard.todo.prefetch();
};

export function DashboardPage() {
  const { filter, conta } = useAccountFilter();
  const query = trpc.dashboard.stats.useQuery(conta === null ? undefined : filter, {
    placeholderData: (previous) => previous,
  });
  const todo = trpc.dashboard.todo.useQuery();
  // The steps are taken on other pages: what was true when the seller left is read again on the way back.
  const steps = trpc.dashboard.firstSteps.useQuery(undefined, { staleTime: 0 });
  useLoadFailure(query, 'Erro ao carregar estatísticas');
  const examples = useExamples();
  const period = usePeriod();
  const isComing = examples.isComing || (steps.isPending && steps.failureCount === 0);
  const retry = useRetryFailed();
  const stats = query.data;
  // An account that has sold nothing is chosen there, and left there.
  const hasPeriod = conta !== null || (stats !== undefined && stats.total_vendas > 0);
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
          {hasPeriod && <Todo data={todo.data} isError={todo.isError} />}
          {isComing ? (
            <SkeletonGroup>
              <PanelSkeleton />
            </SkeletonGroup>
          ) : (
            <>
              <ExamplesPanel {...examples} />
              {steps.data && <FirstSteps done={steps.data} sales={stats.total_vendas} />}
              {hasPeriod && <PeriodPanel {...period} />}
            </>
          )}
          {/* Nothing stands below what comes later, which would push it down. */}
          {!isComing && !(hasPeriod && period.isComing) && (
            <>
              {stats.produtos_estoque_baixo > 0 && <LowStock count={stats.produtos_estoque_baixo} />}
              <SummaryCards
                stats={stats}
                cancelled={conta === null ? (todo.data?.cancelados ?? 0) : 0}
                onAsk={why.open}
              />
              <Figures stats={stats} period={period} onAsk={why.open} />
            </>
          )}
          {why.value !== null && findTotal(why.value) !== null && (
            <TotalDialog address={why.value} onClose={why.close} />
          )}
        </>
      )}
    </>
  );
}

interface FiguresProps {
  stats: DashboardStats;
  period: ReturnType<typeof usePeriod>;
  onAsk: (address: string) => void;
}

/** What is seen after scrolling: drawn right after the beginning of the page was painted. */
function Figures({ stats, period, onAsk }: FiguresProps) {
  const isTime = useDeferredValue(true, false);
  if (!isTime) return null;
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <MonthlySales months={stats.vendas_mes} />
        <div className="grid grid-cols-1 gap-4">
          <BestSellers products={stats.produtos_mais_vendidos} onAsk={onAsk} />
          <MarketplaceSplit sales={stats.vendas_por_marketplace} onAsk={onAsk} />
        </div>
      </div>
      {period.search.span !== null && <PeriodTables query={period.query} />}
    </>
  );
}

interface BestSellersProps {
  products: DashboardStats['produtos_mais_vendidos'];
  /** Opens what makes a figure. */
  onAsk: (address: string) => void;
}

function BestSellers({ products, onAsk }: BestSellersProps) {
  // Two products may bear one name: the rank tells them apart.
  const ranked = products.map((product, index) => ({ ...product, rank: index + 1 }));
  return (
    <Panel>
      <PanelTitle>Produtos Mais Vendidos</PanelTitle>
      {ranked.length === 0 && <p className="p-4 text-muted">Nenhum produto cadastrado foi vendido ainda.</p>}
      <ol className="tabular divide-y divide-border">
        {ranked.map(({ rank, nome, vendas }) => (
          <li key={rank} className="flex items-center gap-3 px-4 py-2.5">
            <span className="w-6 shrink-0 font-semibold text-primary-text">#{rank}</span>
            <span className="min-w-0 flex-1 truncate" title={nome}>
              {nome}
            </span>
            <FigureButton
              text={countText(vendas, 'unidade', 'unidades')}
              label={nome}
              onClick={() => onAsk(toBestSellerAddress(rank))}
              className="whitespace-nowrap text-muted"
            />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function DashboardSkeleton() {
  return (
    <SkeletonGroup className="grid gap-5">
      <Panel className="grid gap-4 p-4">
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-64 min-[560px]:h-28" />
      </Panel>
      <PanelSkeleton />
    </SkeletonGroup>
  );
}

const PanelSkeleton = () => (
  <Panel className="grid gap-5 p-4">
    <Skeleton className="h-9" />
    <PeriodSkeleton />
  </Panel>
);

/** Where nothing was sold, nothing makes the zeros: they lead nowhere. */
function MonthlySales({ months }: { months: DashboardStats['vendas_mes'] }) {
  const { narrow } = useAccountFilter();
  const largest = Math.max(...months.map(({ vendas }) => vendas));
  return (
    <Panel>
      <PanelTitle>Vendas por Mês</PanelTitle>
      <ul className="tabular grid gap-2.5 p-4 max-sm:gap-0 max-sm:py-2">
        {months.map(({ mes, vendas }) => (
          <li key={mes} className="grid grid-cols-[92px_minmax(0,1fr)_64px] items-center gap-3">
            <span className="whitespace-nowrap text-[13px] text-muted">{formatMonth(mes)}</span>
            <span aria-hidden className="h-2.5 overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-primary"
                style={{ width: `${barWidth(vendas, largest)}%` }}
              />
            </span>
            {largest === 0 ? (
              <span className="text-right font-medium max-sm:leading-10">0</span>
            ) : (
              <Link
                to={narrow(paths.periodFigure(getMonthSpan(mes), 'vendas'))}
                title="Por que este número?"
                className="text-right font-medium underline decoration-dotted underline-offset-4 hover:decoration-solid max-sm:leading-10"
              >
                {formatCount(vendas)}
                <span className="sr-only">
                  {' '}
                  {vendas === 1 ? 'venda' : 'vendas'} em {formatMonth(mes)}
                </span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
