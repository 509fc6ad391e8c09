import { CircleCheck, FlaskConical } from 'lucide-react';
import { trpc } from '../../lib/trpc';
import { useTitle } from '../../lib/use-title';
import { PageHeader } from '../../ui/page-header';
import { Panel, PanelTitle } from '../../ui/panel';
import { AMAZON_STEPS, FEATURES, MERCADO_LIVRE_STEPS } from './integration-steps';
import { StepList } from './step-list';

export function IntegrationsPage() {
  useTitle('Integrações');
  const { data } = trpc.integrations.status.useQuery();
  // Until the server says otherwise nothing real is connected (spec §1).
  const ml = data?.mercadolivre.modo ?? 'simulado';
  const amazon = data?.amazon.modo ?? 'simulado';

  return (
    <>
      <PageHeader title="Integrações" subtitle="Conecte suas contas do Mercado Livre e da Amazon" />
      {(ml === 'simulado' || amazon === 'simulado') && <SimulatedNotice />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <StepList marketplace="mercadolivre" modo={ml} steps={MERCADO_LIVRE_STEPS} />
        <StepList marketplace="amazon" modo={amazon} steps={AMAZON_STEPS} />
      </div>
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
        Assim que as credenciais reais estiverem configuradas, o sistema se conecta automaticamente: não é
        preciso mudar mais nada aqui.
      </p>
    </>
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
