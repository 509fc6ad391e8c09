import { PLAN_IDS, PLANS, type Plan } from '@esteira/domain/billing/plans';
import { isSubscriptionActive } from '@esteira/domain/billing/subscription';
import { formatDate } from '@esteira/domain/calendar';
import { formatMoney } from '@esteira/domain/money';
import { clsx } from 'clsx';
import { ArrowLeft, Check } from 'lucide-react';
import { Link } from 'react-router';
import { useMayDo, useSession } from '../../lib/session/session';
import { paths } from '../../paths';
import { Logo } from '../../shell/navigation/logo';
import { ThemeToggle } from '../../shell/navigation/theme-toggle';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { useTitle } from '../../ui/use-title';

const INCLUDED = [
  'Publicação no Mercado Livre e na Amazon',
  'Estoque único para os dois canais',
  'Pedidos da aprovação à entrega',
  'Importação de produtos por CSV',
  'Lucro e margem por canal',
  'Painel de vendas e aviso de estoque baixo',
];

export function PricingPage() {
  useTitle('Planos e Preços');
  const session = useSession();
  const signedIn = session.status === 'signed-in';
  const running = signedIn && isSubscriptionActive(session.user, new Date()) ? session.user : null;
  return (
    <main className="mx-auto grid min-h-dvh max-w-5xl content-start gap-10 px-4 py-5 sm:px-6">
      <div className="flex items-center justify-between">
        <Logo />
        <ThemeToggle />
      </div>
      <header className="grid gap-1">
        <h1 className="font-semibold text-2xl tracking-tight">Planos e Preços</h1>
        <p className="text-muted">Automatize suas vendas no Mercado Livre e na Amazon</p>
      </header>
      <ul className="grid items-stretch gap-6 md:grid-cols-3 md:gap-4">
        {PLAN_IDS.map((id) => (
          <PlanCard
            key={id}
            plan={PLANS[id]}
            runsUntil={running?.plano === id ? running.data_expiracao : null}
          />
        ))}
      </ul>
      {running && (
        <p className="text-muted">
          Se você mudar de plano, o novo vale na hora, e os dias que restam do atual continuam.
        </p>
      )}
      <section aria-labelledby="incluso" className="grid gap-4 border-border border-t pt-8">
        <h2 id="incluso" className="font-semibold text-sm">
          Incluído em todos os planos
        </h2>
        <ul className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2 lg:grid-cols-3">
          {INCLUDED.map((feature) => (
            <Feature key={feature} text={feature} />
          ))}
        </ul>
      </section>
      <footer className="flex flex-wrap items-center justify-between gap-4 border-border border-t py-6 text-muted">
        <p>Pagamento seguro · Suporte em português · Sem taxas escondidas</p>
        <Button asChild>
          <Link to={signedIn ? paths.dashboard : paths.login}>
            <ArrowLeft aria-hidden />
            {signedIn ? 'Voltar ao Dashboard' : 'Voltar ao Login'}
          </Link>
        </Button>
      </footer>
    </main>
  );
}

interface PlanCardProps {
  plan: Plan;
  /** The end of the reader's subscription, where it is of this plan. */
  runsUntil: string | null;
}

function PlanCard({ plan, runsUntil }: PlanCardProps) {
  const mayBuy = useMayDo('owner');
  return (
    <li
      className={clsx(
        'relative grid content-start gap-5 rounded-lg border bg-surface p-5',
        plan.destaque ? 'border-primary shadow-[inset_0_0_0_1px_var(--primary)]' : 'border-border',
      )}
    >
      {plan.destaque && (
        <p className="-top-3 absolute left-5 rounded-full bg-primary px-2.5 py-0.5 font-semibold text-[11px] text-primary-foreground tracking-wide">
          MAIS POPULAR
        </p>
      )}
      <div className="grid gap-1">
        <h2 className="font-semibold text-base">{plan.nome}</h2>
        <p className="text-muted">{plan.duracao}</p>
        {runsUntil && (
          <Badge tone="success" className="justify-self-start">
            {`Seu plano até ${formatDate(runsUntil)}`}
          </Badge>
        )}
      </div>
      <div className="grid gap-1">
        <p className="tabular font-semibold text-3xl tracking-tight">{formatMoney(plan.preco)}</p>
        <p className="tabular text-[13px] text-muted">
          {plan.meses > 1
            ? `Equivale a ${formatMoney(monthlyPrice(plan))} por mês`
            : 'Por mês, sem fidelidade'}
        </p>
        <p className="tabular font-medium text-[13px] text-success-text md:min-h-5">
          {plan.economia !== null && `Economize ${wholeReais(plan.economia)}`}
        </p>
      </div>
      {mayBuy && (
        <Button asChild variant={plan.destaque ? 'primary' : 'secondary'} className="w-full">
          <Link
            to={paths.checkout(plan.id)}
            aria-label={`${runsUntil ? 'Renovar' : 'Selecionar'} plano ${plan.nome}`}
          >
            {runsUntil ? 'Renovar' : 'Selecionar Plano'}
          </Link>
        </Button>
      )}
      <ul className="grid gap-2.5">
        {plan.features.map((feature) => (
          <Feature key={feature} text={feature} />
        ))}
      </ul>
    </li>
  );
}

function Feature({ text }: { text: string }) {
  return (
    <li className="flex gap-2.5">
      <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-primary-text" />
      {text}
    </li>
  );
}

/** A figure for the small print, rounded to the cent; it is never charged. */
function monthlyPrice({ preco, meses }: Plan): number {
  return Math.round((preco * 100) / meses) / 100;
}

/** The savings are claimed in whole reais: 'R$ 1.048'. */
function wholeReais(reais: number): string {
  return formatMoney(reais).replace(/,00$/, '');
}
