import { PLANS } from '@esteira/domain/billing/plans';
import { formatDate } from '@esteira/domain/calendar';
import { formatMoney } from '@esteira/domain/money';
import type { Subscription } from '@esteira/validators/billing/subscription';
import { CircleCheck, CircleX } from 'lucide-react';
import { Link } from 'react-router';
import { Loaded } from '../../lib/data/loaded';
import { trpc } from '../../lib/data/trpc';
import { paths } from '../../paths';
import { SettingsNav } from '../../shell/navigation/settings-nav';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { PaymentHistory } from './payment-history';
import { RenewalPanel } from './renewal-panel';

/** 'Configurações → Assinatura': the plan, how it goes on, and what was paid for it. */
export function SubscriptionPage() {
  const query = trpc.subscription.get.useQuery();
  return (
    <>
      <PageHeader title="Assinatura" subtitle="Seu plano, a renovação e os pagamentos" />
      <SettingsNav />
      <Loaded query={query} failure="Erro ao carregar a assinatura" skeleton={<PlanSkeleton />}>
        {(subscription) => (
          <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
            <PlanPanel subscription={subscription} />
            <RenewalPanel subscription={subscription} />
          </div>
        )}
      </Loaded>
      <PaymentHistory />
    </>
  );
}

const PlanSkeleton = () => (
  <SkeletonGroup className="grid gap-5 lg:grid-cols-2">
    <Skeleton className="h-50 lg:h-44" />
    <Skeleton className="h-54 lg:h-44" />
  </SkeletonGroup>
);

/** The plan, until when it lasts, and the way to more of it. */
function PlanPanel({ subscription }: { subscription: Subscription }) {
  const { plano, data_expiracao, ativa } = subscription;
  if (plano === null || data_expiracao === null) return <NoPlan />;
  const { nome, preco, duracao } = PLANS[plano];
  const date = formatDate(data_expiracao);
  return (
    <Panel
      heading="Seu plano"
      aside={
        <Badge tone={ativa ? 'success' : 'danger'} icon={ativa ? CircleCheck : CircleX}>
          {ativa ? 'Ativo' : 'Expirado'}
        </Badge>
      }
      className="flex flex-col"
    >
      <div className="grid flex-1 content-between gap-4 p-4">
        <div className="grid gap-0.5">
          <p className="font-semibold text-base">Plano {nome}</p>
          <p className="text-muted">{ativa ? `Válido até ${date}` : `Expirou em ${date}`}</p>
          <p className="tabular text-[13px] text-muted">
            {formatMoney(preco)} · {duracao}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button asChild variant="primary">
            <Link to={paths.checkout(plano)}>Renovar</Link>
          </Button>
          <Button asChild>
            <Link to={paths.pricing}>Ver Planos</Link>
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function NoPlan() {
  return (
    <Panel heading="Seu plano" className="flex flex-col">
      <div className="grid flex-1 content-between gap-4 p-4">
        <p className="text-muted">Você ainda não tem um plano.</p>
        <Button asChild variant="primary" className="justify-self-start">
          <Link to={paths.pricing}>Ver Planos</Link>
        </Button>
      </div>
    </Panel>
  );
}
