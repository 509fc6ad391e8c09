import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import { CircleCheck, FlaskConical, Link2Off, TriangleAlert } from 'lucide-react';
import { MarketplaceMark } from '../../parts/marketplace-mark';
import { Badge } from '../../ui/badge';
import { Panel, PanelTitle } from '../../ui/panel';
import { AccountList } from './account-list';
import { ConnectionControls } from './connection-controls';
import type { Step } from './integration-steps';
import { useAccounts } from './use-connection';

type MarketplaceStatus = IntegrationStatus['mercadolivre'];

interface MarketplacePanelProps {
  marketplace: Marketplace;
  status: MarketplaceStatus;
  steps: Step[];
  canAuthorize: boolean;
  canPaste: boolean;
}

/** One marketplace: how it stands, the seller's account while it is real, and how an operator makes it real. */
export function MarketplacePanel(props: MarketplacePanelProps) {
  const { marketplace, status, steps, canAuthorize, canPaste } = props;
  // Several accounts have their controls in the list.
  const accounts = useAccounts(marketplace);
  return (
    <Panel aria-label={MARKETPLACE_NAMES[marketplace]}>
      <PanelTitle
        aside={
          <Badge
            {...toBadge(status)}
            className="min-w-0 whitespace-normal [&>svg]:shrink-0 [overflow-wrap:anywhere]"
          />
        }
      >
        <span className="flex items-center gap-2">
          <MarketplaceMark marketplace={marketplace} />
          {MARKETPLACE_NAMES[marketplace]}
        </span>
      </PanelTitle>
      {status.modo === 'real' && (accounts?.length ?? 1) === 1 && (
        <ConnectionControls
          marketplace={marketplace}
          conexao={status.conexao}
          account={accounts?.[0]}
          canAuthorize={canAuthorize}
          canPaste={canPaste}
        />
      )}
      <AccountList marketplace={marketplace} modo={status.modo} canAuthorize={canAuthorize} />
      <StepList steps={steps} />
    </Panel>
  );
}

/** How a marketplace stands, in a badge. */
function toBadge({ modo, conexao }: MarketplaceStatus) {
  if (modo === 'simulado') return { tone: 'info', icon: FlaskConical, children: 'Simulado' } as const;
  if (!conexao) return { tone: 'neutral', icon: Link2Off, children: 'Não conectado' } as const;
  if (conexao.status === 'reconectar')
    return { tone: 'warning', icon: TriangleAlert, children: 'Reconectar' } as const;
  return { tone: 'success', icon: CircleCheck, children: `Conectado (${conexao.conta_nome})` } as const;
}

/** What an operator does once, so that a marketplace becomes real. */
function StepList({ steps }: { steps: Step[] }) {
  return (
    <ol className="grid gap-4 p-4">
      {steps.map((step, index) => (
        <li key={step.title} className="flex gap-3">
          <span
            aria-hidden
            className="tabular grid size-6 shrink-0 place-items-center rounded-full bg-primary-soft font-semibold text-primary-text text-xs"
          >
            {index + 1}
          </span>
          <div className="grid min-w-0 gap-0.5 pt-0.5">
            <h3 className="font-medium">{step.title}</h3>
            <div className="text-muted">{step.content}</div>
          </div>
        </li>
      ))}
    </ol>
  );
}
