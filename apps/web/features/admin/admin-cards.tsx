import { formatMoney } from '@esteira/domain/money';
import type { AdminStats } from '@esteira/validators/administration/admin';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/figures';
import { Figure } from '../../ui/figure';

export function AdminCards({ stats }: { stats: AdminStats }) {
  const plans = [
    { label: 'Básico', count: stats.planos_distribuicao.basico },
    { label: 'Médio', count: stats.planos_distribuicao.intermediario },
    { label: 'TOP', count: stats.planos_distribuicao.top },
  ];
  return (
    <dl className="tabular grid gap-px overflow-hidden rounded-lg border border-border bg-border sm:grid-cols-2 min-[1200px]:grid-cols-4">
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
