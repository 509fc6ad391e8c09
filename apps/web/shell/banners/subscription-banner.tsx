import { isSubscriptionActive } from '@esteira/domain/billing/subscription';
import { useUser } from '../../lib/session/session';
import { paths } from '../../paths';
import { ShellBanner } from './shell-banner';

export function SubscriptionBanner() {
  const { is_admin, plano, data_expiracao, equipe } = useUser();
  const expiry = data_expiracao ? new Date(data_expiracao) : null;
  if (is_admin || equipe || isSubscriptionActive({ plano, data_expiracao: expiry }, new Date())) return null;
  return (
    <ShellBanner
      label="Assinatura"
      title="Assinatura Inativa"
      text="Assine um plano para acessar todas as funcionalidades"
      to={paths.pricing}
      action="Ver Planos"
    />
  );
}
