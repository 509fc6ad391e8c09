import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import { CircleCheck, FlaskConical, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Loaded } from '../../lib/data/loaded';
import { trpc } from '../../lib/data/trpc';
import { useUrlState } from '../../lib/use-url-state';
import { Button } from '../../ui/button';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { PageHeader } from '../../ui/page-header';
import { Panel, PanelTitle } from '../../ui/panel';
import { readOutcome } from './consent-outcome';
import { AMAZON_STEPS, FEATURES, MERCADO_LIVRE_STEPS } from './integration-steps';
import { ListingDifferences } from './listing-differences';
import { MarketplacePanel } from './marketplace-panel';
import { useAddHeldAccount } from './use-connection';

export function IntegrationsPage() {
  const status = trpc.integrations.status.useQuery();
  const accounts = trpc.integrations.accounts.useQuery();
  // Accounts would push down what stands below.
  const isComing = accounts.isPending && accounts.failureCount === 0;
  return (
    <>
      <PageHeader title="Integrações" subtitle="Conecte suas contas do Mercado Livre e da Amazon" />
      <ConsentNotice />
      <Loaded query={status} failure="Erro ao carregar integrações" skeleton={<PanelsSkeleton />}>
        {(data) => (isComing ? <PanelsSkeleton /> : <Panels status={data} />)}
      </Loaded>
    </>
  );
}

function PanelsSkeleton() {
  return (
    <SkeletonGroup className="grid gap-5">
      <Skeleton className="h-24" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </SkeletonGroup>
  );
}

function Panels({ status: { mercadolivre, amazon } }: { status: IntegrationStatus }) {
  return (
    <>
      {(mercadolivre.modo === 'simulado' || amazon.modo === 'simulado') && <SimulatedNotice />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <MarketplacePanel
          marketplace="mercadolivre"
          status={mercadolivre}
          steps={MERCADO_LIVRE_STEPS}
          canAuthorize
          canPaste={false}
        />
        <MarketplacePanel
          marketplace="amazon"
          status={amazon}
          steps={AMAZON_STEPS}
          canAuthorize={amazon.pode_autorizar}
          canPaste
        />
      </div>
      {(mercadolivre.modo === 'real' || amazon.modo === 'real') && <ListingDifferences />}
      <Panel>
        <PanelTitle>O que a integração faz</PanelTitle>
        <ul className="grid gap-x-6 gap-y-4 p-4 sm:grid-cols-2 lg:grid-cols-3">
          {FEATURES.map((feature) => (
            <li key={feature.title} className="flex gap-2.5">
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-primary-text" />
              <div>
                <p className="font-medium">{feature.title}</p>
                <p className="text-muted">{feature.text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
      <p className="text-muted">
        Assim que as credenciais reais estiverem configuradas, o sistema se conecta automaticamente: cada
        vendedor só precisa autorizar a própria conta aqui, uma única vez.
      </p>
    </>
  );
}

/** How the consent ended that the seller comes back from. The address is cleaned: it tells of one moment only. */
function ConsentNotice() {
  const { params, set } = useUrlState();
  const [notice] = useState(() => readOutcome(params));
  const isTold = params.has('conexao');
  useEffect(() => {
    if (isTold) set({ conexao: null, marketplace: null, pedido: null }, { replace: true });
  }, [isTold, set]);
  if (!notice) return null;
  const Icon = notice.done ? CircleCheck : TriangleAlert;
  return (
    <p
      role={notice.done ? 'status' : 'alert'}
      className={
        notice.done
          ? 'flex gap-3 rounded-lg bg-success-soft px-4 py-3 text-success-text'
          : 'flex gap-3 rounded-lg bg-warning-soft px-4 py-3 text-warning-text'
      }
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {notice.pedido === null ? notice.text : <HeldAccount pedido={notice.pedido} text={notice.text} />}
    </p>
  );
}

interface HeldAccountProps {
  pedido: string;
  /** What is said while the account is not known. */
  text: string;
}

/** Another account came than the one asked for: the seller adds it, or leaves all as it is. */
function HeldAccount({ pedido, text }: HeldAccountProps) {
  const [isOver, setOver] = useState(false);
  const { data } = trpc.integrations.heldAccount.useQuery({ autorizacao: pedido });
  const add = useAddHeldAccount();
  if (!data) return text;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {`Você entrou com ${data.veio}, e não com ${data.pedida}.`}
      {!isOver && (
        <>
          <Button
            size="sm"
            busy={add.isPending}
            onClick={() => add.mutate({ autorizacao: pedido }, { onSettled: () => setOver(true) })}
          >
            {`Adicionar ${data.veio}`}
          </Button>
          <Button size="sm" onClick={() => setOver(true)}>
            Cancelar
          </Button>
        </>
      )}
    </span>
  );
}

function SimulatedNotice() {
  return (
    <section
      aria-label="Modo de operação"
      className="flex gap-3 rounded-lg bg-info-soft px-4 py-3 text-info-text"
    >
      <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid gap-0.5">
        <h2 className="font-semibold text-sm">Modo Simulado Ativo</h2>
        <p>
          Publicações, vendas e etiquetas são simuladas até que as credenciais reais sejam configuradas no
          servidor.
        </p>
      </div>
    </section>
  );
}
