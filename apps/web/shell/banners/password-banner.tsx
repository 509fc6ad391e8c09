import { formatDate } from '@esteira/domain/calendar';
import type { OwnUser } from '@esteira/validators/accounts/account';
import { Navigate, useLocation } from 'react-router';
import { paths } from '../../paths';
import { ShellBanner } from './late-banner';

/** A weak password is to be replaced; when its time is over, only the page of the account opens. */
export function PasswordBanner({ weak }: { weak: NonNullable<OwnUser['trocar_senha']> }) {
  const { pathname } = useLocation();
  return (
    <>
      {weak.restrita && pathname !== paths.account && <Navigate to={paths.account} replace />}
      <ShellBanner
        label="Senha"
        title="Sua senha não atende mais às regras."
        text={
          weak.restrita
            ? 'Troque a sua senha em Configurações → Conta para continuar.'
            : `Troque até ${formatDate(weak.ate)}.`
        }
        to={paths.account}
        action="Trocar senha"
      />
    </>
  );
}
