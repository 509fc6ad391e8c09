import { formatMoney } from '@esteira/domain/money';
import { type Plan, splitInstallments } from '@esteira/domain/plans';
import { Check } from 'lucide-react';
import { Panel, PanelTitle } from '../../ui/panel';

export function OrderSummary({ plan, parcelas }: { plan: Plan; parcelas: number }) {
  return (
    <Panel aria-labelledby="resumo" className="md:sticky md:top-6">
      <PanelTitle>
        <span id="resumo">Resumo do Pedido</span>
      </PanelTitle>
      <div className="grid gap-4 p-4">
        <div className="flex items-baseline justify-between gap-4">
          <div>
            <p className="font-medium">Plano {plan.nome}</p>
            <p className="text-[13px] text-muted">{plan.duracao}</p>
          </div>
          <p className="tabular font-medium">{formatMoney(plan.preco)}</p>
        </div>
        <ul className="grid gap-2 text-[13px] text-muted">
          {plan.features.map((feature) => (
            <li key={feature} className="flex gap-2">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-primary-text" />
              {feature}
            </li>
          ))}
        </ul>
        <dl className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 border-border border-t pt-4">
          <dt className="text-muted">Parcelamento</dt>
          <dd className="text-right">
            {splitInstallments(plan.preco, parcelas)
              .map((each) => `${each.parcelas}x de ${formatMoney(each.valor)}`)
              .join(' e ')}
          </dd>
          <dt className="font-semibold">Total</dt>
          <dd className="text-right font-semibold">{formatMoney(plan.preco)}</dd>
        </dl>
      </div>
    </Panel>
  );
}
