import { PLANS } from '@esteira/domain/billing/plans';
import { formatDate } from '@esteira/domain/calendar';
import { formatMoney } from '@esteira/domain/money';
import type { Subscription } from '@esteira/validators/billing/subscription';
import { CircleCheck, CircleX } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Panel, PanelTitle } from '../../ui/panel';

/** The plan, until when it lasts, and the way to more of it. */
export function PlanPanel({ subscription }: { subscription: Subscription }) {
  const { plano, data_expiracao, ativa } = subscription;
  if (plano === null || data_expiracao === null) return <NoPlan />;
  const { nome, preco, duracao } = PLANS[plano];
  const date = formatDate(data_expiracao);
  return (
    <Panel aria-labelledby="plano" className="flex flex-col">
      <PanelTitle
        aside={
          <Badge tone={ativa ? 'success' : 'danger'} icon={ativa ? CircleCheck : CircleX}>
            {ativa ? 'Ativo' : 'Expirado'}
          </Badge>
        }
      >
        <span id="plano">Seu plano</span>
      </PanelTitle>
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
    <Panel aria-labelledby="plano" className="flex flex-col">
      <PanelTitle>
        <span id="plano">Seu plano</span>
      </PanelTitle>
      <div className="grid flex-1 content-between gap-4 p-4">
        <p className="text-muted">Você ainda não tem um plano.</p>
        <Button asChild variant="primary" className="justify-self-start">
          <Link to={paths.pricing}>Ver Planos</Link>
        </Button>
      </div>
    </Panel>
  );
}
