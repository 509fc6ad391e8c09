import { isSubscriptionActive } from '@esteira/domain/subscription';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useUser } from '../lib/session';
import { paths } from '../paths';

export function SubscriptionBanner() {
  const { is_admin, plano, data_expiracao } = useUser();
  const expiry = data_expiracao ? new Date(data_expiracao) : null;
  if (is_admin || isSubscriptionActive({ plano, data_expiracao: expiry }, new Date())) return null;
  return (
    <aside
      aria-label="Assinatura"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-warning-border border-b bg-warning-soft px-4 py-2 text-warning-text sm:px-6 lg:px-8"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">Assinatura Inativa</strong>
        <span className="max-sm:block sm:ml-2">Assine um plano para acessar todas as funcionalidades</span>
      </p>
      <Link
        to={paths.pricing}
        className="inline-flex h-7 shrink-0 items-center rounded-md border border-current px-2.5 font-medium text-[13px] hover:bg-surface"
      >
        Ver Planos
      </Link>
    </aside>
  );
}
