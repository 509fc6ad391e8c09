import type { Plan } from '@esteira/domain/billing/plans';
import { isSubscriptionActive } from '@esteira/domain/billing/subscription';
import { formatDate } from '@esteira/domain/calendar';
import { DAY_MS } from '@esteira/domain/durations';
import { formatMoney } from '@esteira/domain/money';
import { useUser } from '../../../lib/session/session';
import { Panel, PanelTitle } from '../../../ui/panel';

/** What will be charged, when first, and how it ends. */
export function RenewalSummary({ plan }: { plan: Plan }) {
  const { plano, data_expiracao } = useUser();
  const now = new Date();
  const isActive = isSubscriptionActive({ plano, data_expiracao }, now);
  const first = data_expiracao === null ? now : new Date(Date.parse(data_expiracao) - DAY_MS);
  const isLater = isActive && first > now;
  return (
    <Panel aria-labelledby="resumo" className="md:sticky md:top-6">
      <PanelTitle>
        <span id="resumo">Como funciona</span>
      </PanelTitle>
      <div className="grid gap-4 p-4">
        <dl className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
          <dt className="text-muted">Plano</dt>
          <dd className="text-right font-medium">{plan.nome}</dd>
          <dt className="text-muted">Valor</dt>
          <dd className="text-right">
            {formatMoney(plan.preco)} {EVERY[plan.meses]}
          </dd>
          <dt className="text-muted">Primeira cobrança</dt>
          <dd className="text-right">{isLater ? formatDate(first) : 'hoje'}</dd>
        </dl>
        <p className="text-[13px] text-muted">
          {isLater && 'Nada é cobrado agora: a primeira cobrança vem um dia antes de o tempo pago acabar. '}
          Você desliga quando quiser em Configurações, e o tempo já pago continua valendo.
        </p>
      </div>
    </Panel>
  );
}

/** The server charges that long before the paid time ends, so that the access never lapses. */

const EVERY = { 1: 'por mês', 6: 'a cada 6 meses', 12: 'por ano' } as const satisfies Record<
  Plan['meses'],
  string
>;
