import { formatMoney } from '@esteira/domain/money';
import type { AdminStats } from '@esteira/validators/administration/admin';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { trpc } from '../../lib/data/trpc';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { formatCount } from '../../lib/format/figures';
import { describeFailure, detailOf, statusOf } from '../../lib/forms/problem';
import { lazyPart } from '../../lib/lazy-part';
import { useUser } from '../../lib/session/session';
import { useUrlState } from '../../lib/use-url-state';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Figure } from '../../ui/figure';
import { EmptyState } from '../../ui/lists/empty-state';
import { ErrorState } from '../../ui/lists/error-state';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { PageHeader } from '../../ui/page-header';
import { Tabs } from '../../ui/tabs';
import { MailAlert } from './health/mail-alert';
import { PaymentList } from './payments/payment-list';
import { UserList } from './users/user-list';

const ARRIVING = { fallback: <ListSkeleton /> };
// Few visits look at it, and it brings the schemas of the jobs with it.
const JobList = lazyPart(() => import('./jobs/job-list'), 'JobList', ARRIVING);
const SecurityPanel = lazyPart(() => import('./security/security-panel'), 'SecurityPanel', ARRIVING);
const AuditList = lazyPart(() => import('./audit-list'), 'AuditList', ARRIVING);
const HealthPanel = lazyPart(() => import('./health/health-panel'), 'HealthPanel', ARRIVING);
const RuleList = lazyPart(() => import('./fee-rules/rule-list'), 'RuleList', ARRIVING);

const TABS = ['usuarios', 'pagamentos', 'tarefas', 'saude', 'seguranca', 'tarifas', 'auditoria'] as const;

export function AdminPage() {
  const user = useUser();
  const { params, set } = useUrlState();
  const tab = TABS.find((known) => known === params.get('aba')) ?? 'usuarios';
  const query = trpc.admin.stats.useQuery();
  const jobs = trpc.jobs.counts.useQuery(undefined, { refetchInterval: 15_000 });
  // The server decides who is an admin; its 403 has a sentence of its own.
  const isDenied = statusOf(query.error) === 403;
  const failure = isDenied ? 'Acesso negado' : 'Erro ao carregar dados';
  useLoadFailure(query, failure);
  const stats = query.data;
  if (isDenied && user.is_admin) return <TwoStepNeeded reason={detailOf(query.error)} />;
  if (isDenied) return <AdminsOnly />;

  return (
    <>
      <PageHeader
        tab="Admin"
        title="Painel Administrativo"
        subtitle="Usuários, planos e pagamentos da plataforma"
      />
      {query.isPending && <AdminSkeleton />}
      {query.isError && !stats && (
        <ErrorState
          title={failure}
          {...describeFailure(query.error)}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {stats && (
        <>
          <AdminCards stats={stats} />
          <MailAlert />
          <div>
            <Tabs
              label="Administração"
              value={tab}
              // What one list was searched for says nothing about another.
              onValueChange={(aba) =>
                set(
                  {
                    aba: aba === 'usuarios' ? null : aba,
                    busca: null,
                    status: null,
                    situacao: null,
                    plano: null,
                    marketplace: null,
                    tipo: null,
                  },
                  { replace: true },
                )
              }
              tabs={[
                { value: 'usuarios', label: `Usuarios (${formatCount(stats.total_usuarios)})` },
                { value: 'pagamentos', label: `Pagamentos (${formatCount(stats.total_payments)})` },
                { value: 'tarefas', label: `Tarefas (${formatCount(jobs.data?.total ?? 0)})` },
                { value: 'saude', label: 'Saúde' },
                { value: 'seguranca', label: 'Segurança' },
                { value: 'tarifas', label: 'Tarifas' },
                { value: 'auditoria', label: 'Auditoria' },
              ]}
            >
              <div className="grid gap-4 pt-4">
                {tab === 'usuarios' && <UserList />}
                {tab === 'pagamentos' && <PaymentList />}
                {tab === 'tarefas' && <JobList />}
                {tab === 'saude' && <HealthPanel />}
                {tab === 'seguranca' && <SecurityPanel />}
                {tab === 'tarifas' && <RuleList />}
                {tab === 'auditoria' && <AuditList />}
              </div>
            </Tabs>
          </div>
        </>
      )}
    </>
  );
}

/** An admin is refused for one reason only: this server asks admins for a second step at sign-in. */
function TwoStepNeeded({ reason }: { reason: string | null }) {
  return (
    <>
      <PageHeader tab="Admin" title="Painel Administrativo" />
      <EmptyState
        icon={ShieldCheck}
        title="Falta a verificação em duas etapas"
        {...(reason ? { description: reason } : {})}
      >
        <Button asChild variant="primary">
          <Link to={paths.account}>Ligar em Conta</Link>
        </Button>
      </EmptyState>
    </>
  );
}

/** To try again would not help a seller; the way back does. */
function AdminsOnly() {
  return (
    <>
      <PageHeader tab="Admin" title="Painel Administrativo" />
      <EmptyState icon={ShieldCheck} title="Só administradores">
        <Button asChild variant="primary">
          <Link to={paths.dashboard}>Voltar ao Dashboard</Link>
        </Button>
      </EmptyState>
    </>
  );
}

function AdminSkeleton() {
  return (
    <SkeletonGroup className="grid gap-5">
      <Skeleton className="h-28" />
      <Skeleton className="h-80" />
    </SkeletonGroup>
  );
}

function ListSkeleton() {
  return (
    <SkeletonGroup className="grid">
      <Skeleton className="h-80" />
    </SkeletonGroup>
  );
}

function AdminCards({ stats }: { stats: AdminStats }) {
  const plans = [
    { label: 'Básico', count: stats.planos_distribuicao.basico },
    { label: 'Médio', count: stats.planos_distribuicao.intermediario },
    { label: 'TOP', count: stats.planos_distribuicao.top },
  ];
  return (
    <dl className="tabular grid gap-px overflow-hidden rounded-lg border border-border bg-border sm:grid-cols-2 lg:grid-cols-4">
      <Card label="Total de Usuários">
        <Figure text={formatCount(stats.total_usuarios)} />
      </Card>
      <Card label="Pagamentos">
        <Figure text={formatCount(stats.total_payments)} />
      </Card>
      <Card label="Receita Total">
        <Figure text={formatMoney(stats.receita_total)} />
      </Card>
      <Card label="Distribuição de Planos">
        <ul className="grid grid-cols-3 gap-2">
          {plans.map((plan) => (
            <li key={plan.label}>
              <span className="block text-[13px] text-muted">{plan.label}</span>
              <span className="font-semibold">{formatCount(plan.count)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </dl>
  );
}

function Card({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1 bg-surface p-4">
      <dt className="text-[13px] text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
