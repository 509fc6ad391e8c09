import { formatDate } from '@esteira/domain/calendar';
import { countText } from '@esteira/domain/text/count-text';
import type { AdminUser } from '@esteira/validators/administration/admin';
import { Ban, CircleCheck, ShieldCheck } from 'lucide-react';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { useUser } from '../../../lib/session/session';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { type ChosenAct, listMenuActs } from '../user-acts/user-acts';
import { UserMenuButton } from '../user-acts/user-menu-button';
import { planText } from './plan-text';
import { useActivateUser, useDeactivateUser } from './use-user-mutations';

interface UserRowProps {
  user: AdminUser;
  onPromote: (user: AdminUser) => void;
  onChoose: (chosen: ChosenAct) => void;
}

/** One user: who they are, what they have paid for, whether they are still around. */
export function UserRow({ user, onPromote, onChoose }: UserRowProps) {
  const activate = useActivateUser();
  const deactivate = useDeactivateUser();
  const send = useSingleFlight((user.ativo ? deactivate : activate).mutateAsync);
  const acts = listMenuActs(user, useUser().id);

  return (
    <>
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <UserName user={user} />
        <UserTexts user={user} />
      </div>
      <div className="flex gap-2">
        {!user.is_admin && (
          <Button size="sm" onClick={() => onPromote(user)}>
            Tornar Admin
          </Button>
        )}
        <Button
          size="sm"
          busy={activate.isPending || deactivate.isPending}
          onClick={() => send({ id: user.id })}
        >
          {user.ativo ? 'Desativar' : 'Ativar'}
        </Button>
        {acts.length > 0 && (
          <UserMenuButton name={user.nome} acts={acts} onPick={(act) => onChoose({ user, act })} />
        )}
      </div>
    </>
  );
}

function UserName({ user }: { user: AdminUser }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="font-medium [overflow-wrap:anywhere]">{user.nome}</span>
      {user.is_admin && (
        <Badge tone="indigo" icon={ShieldCheck}>
          Admin
        </Badge>
      )}
      {user.ativo ? (
        <Badge tone="success" icon={CircleCheck}>
          Ativo
        </Badge>
      ) : (
        <Badge tone="danger" icon={Ban}>
          Inativo
        </Badge>
      )}
    </p>
  );
}

function UserTexts({ user }: { user: AdminUser }) {
  const { email, data_expiracao, total_pedidos, criado_em, ultimo_acesso } = user;
  const now = new Date();
  const ends = data_expiracao !== null && new Date(data_expiracao) > now ? 'Vale até' : 'Acabou em';
  return (
    <>
      <p className="text-[13px] text-muted [overflow-wrap:anywhere]">{email}</p>
      <p className="text-[13px] text-muted">{planText(user, now)}</p>
      <p className="tabular text-[13px] text-muted">
        {data_expiracao && `${ends} ${formatDate(data_expiracao)} · `}
        {countText(total_pedidos, 'pedido', 'pedidos')}
      </p>
      <p className="tabular text-[13px] text-muted">
        Conta criada em {formatDate(criado_em)} ·{' '}
        {ultimo_acesso === null ? 'sem acesso recente' : `último acesso em ${formatDate(ultimo_acesso)}`}
      </p>
    </>
  );
}
