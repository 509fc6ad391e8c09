import { trpc } from '../../lib/data/trpc';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { describeFailure } from '../../lib/forms/problem';
import { useTitle } from '../../lib/use-title';
import { SettingsNav } from '../../shell/navigation/settings-nav';
import { ErrorState } from '../../ui/lists/error-state';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { PageHeader } from '../../ui/page-header';
import { PaymentHistory } from './payment-history';
import { PlanPanel } from './plan-panel';
import { RenewalPanel } from './renewal-panel';

const LOAD_FAILED = 'Erro ao carregar a assinatura';

/** 'Configurações → Assinatura': the plan, how it goes on, and what was paid for it. */
export function SubscriptionPage() {
  useTitle('Assinatura');
  const query = trpc.subscription.get.useQuery();
  useLoadFailure(query, LOAD_FAILED);
  const subscription = query.data;
  return (
    <>
      <PageHeader title="Assinatura" subtitle="Seu plano, a renovação e os pagamentos" />
      <SettingsNav />
      {query.isPending && (
        <SkeletonGroup className="grid gap-5 lg:grid-cols-2">
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
        </SkeletonGroup>
      )}
      {query.isError && !subscription && (
        <ErrorState
          title={LOAD_FAILED}
          {...describeFailure(query.error)}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {subscription && (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
          <PlanPanel subscription={subscription} />
          <RenewalPanel subscription={subscription} />
        </div>
      )}
      <PaymentHistory />
    </>
  );
}
