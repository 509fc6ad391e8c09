import type { PaymentMethod } from '@esteira/domain/billing/payment-status';
import { type Plan, splitInstallments } from '@esteira/domain/billing/plans';
import { extendSubscription, isSubscriptionActive } from '@esteira/domain/billing/subscription';
import { formatDate } from '@esteira/domain/calendar';
import { formatMoney } from '@esteira/domain/money';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '../../lib/session/session';
import { Panel } from '../../ui/panel';
import type { Offer } from './offer';

interface OrderSummaryProps {
  plan: Plan;
  method: PaymentMethod;
  /** What the card's instalments come to. */
  offer: Offer;
}

export function OrderSummary({ plan, method, offer }: OrderSummaryProps) {
  return (
    <Panel heading="Resumo do Pedido" className="md:sticky md:top-6">
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
        <Charge plan={plan} offer={method === 'pix' ? null : offer} />
        <RunningPlan plan={plan} />
      </div>
    </Panel>
  );
}

/** What is charged, and how: `offer` is null for a Pix, which is one payment. */
function Charge({ plan, offer }: { plan: Plan; offer: Offer | null }) {
  const total = offer?.total ?? plan.preco;
  return (
    <dl className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 border-border border-t pt-4">
      <dt className="text-muted">{offer ? 'Parcelamento' : 'Pagamento'}</dt>
      <dd className="text-right">{offer ? formatInstallments(offer) : 'Pix à vista'}</dd>
      {total > plan.preco && (
        <>
          <dt className="text-muted">Juros do cartão</dt>
          <dd className="text-right">{formatMoney(total - plan.preco)}</dd>
        </>
      )}
      <dt className="font-semibold">Total</dt>
      <dd className="text-right font-semibold">{formatMoney(total)}</dd>
    </dl>
  );
}

function formatInstallments({ total, parcelas }: Offer): string {
  return splitInstallments(total, parcelas)
    .map((each) => `${each.parcelas}x de ${formatMoney(each.valor)}`)
    .join(' e ');
}

/** Who pays before the plan ends loses nothing: the months are added to it. */
function RunningPlan({ plan }: { plan: Plan }) {
  const user = useUser();
  // As it was before: the payment itself moves the end.
  const [{ plano, data_expiracao }] = useState(user);
  const now = new Date();
  if (!data_expiracao || !isSubscriptionActive({ plano, data_expiracao }, now)) return null;
  const current = new Date(data_expiracao);
  const until = extendSubscription({ current, now, months: plan.meses });
  return (
    <p className="text-[13px] text-muted">
      Seu acesso vai até {formatDate(current)}. Com este pagamento, vai até{' '}
      <span className="font-medium text-foreground">{formatDate(until)}</span>.
    </p>
  );
}
