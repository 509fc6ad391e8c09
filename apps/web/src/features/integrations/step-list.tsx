import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import { CircleCheck, FlaskConical } from 'lucide-react';
import { MarketplaceMark } from '../../lib/marketplace-mark';
import { Badge } from '../../ui/badge';
import { Panel, PanelTitle } from '../../ui/panel';
import type { Step } from './integration-steps';

interface StepListProps {
  marketplace: Marketplace;
  modo: 'simulado' | 'real';
  steps: Step[];
}

export function StepList({ marketplace, modo, steps }: StepListProps) {
  return (
    <Panel>
      <PanelTitle
        aside={
          modo === 'real' ? (
            <Badge tone="success" icon={CircleCheck}>
              Conectado
            </Badge>
          ) : (
            <Badge tone="info" icon={FlaskConical}>
              Simulado
            </Badge>
          )
        }
      >
        <span className="flex items-center gap-2">
          <MarketplaceMark marketplace={marketplace} />
          {MARKETPLACE_NAMES[marketplace]}
        </span>
      </PanelTitle>
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
    </Panel>
  );
}
