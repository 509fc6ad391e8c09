import type { User } from '@esteira/validators/account';
import { Ban, CircleCheck, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { useUrlState } from '../../lib/use-url-state';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { SearchForm } from '../../ui/forms/search-form';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { PagedList } from './paged-list';
import { planText } from './plan-text';
import { useUsers } from './use-admin-lists';
import { useActivateUser, useDeactivateUser, usePromoteUser } from './use-user-mutations';

export function UserList() {
  const { params, set } = useUrlState();
  const busca = params.get('busca') ?? '';
  const { query, users } = useUsers(busca);
  const promote = usePromoteUser();
  const [promoted, setPromoted] = useState<User | null>(null);

  return (
    <>
      <SearchForm
        label="Buscar usuários"
        placeholder="Nome ou e-mail"
        value={busca}
        onSearch={(text) => set({ busca: text })}
      />
      <PagedList
        query={query}
        items={users}
        empty="Nenhum usuário encontrado"
        render={(user) => <UserRow user={user} onPromote={setPromoted} />}
      />
      <ConfirmDialog
        open={promoted !== null}
        onOpenChange={() => setPromoted(null)}
        question="Tornar administrador?"
        subject={promoted ? `${promoted.nome} (${promoted.email})` : undefined}
        confirmLabel="Tornar Admin"
        onConfirm={async () => promoted && promote.mutateAsync({ id: promoted.id })}
      />
    </>
  );
}

function UserRow({ user, onPromote }: { user: User; onPromote: (user: User) => void }) {
  const activate = useActivateUser();
  const deactivate = useDeactivateUser();
  const toggle = user.ativo ? deactivate : activate;
  const send = useSingleFlight(toggle.mutateAsync);

  return (
    <>
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
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
        <p className="text-[13px] text-muted [overflow-wrap:anywhere]">{user.email}</p>
        <p className="text-[13px] text-muted">{planText(user, new Date())}</p>
      </div>
      <div className="flex gap-2">
        {!user.is_admin && (
          <Button size="sm" onClick={() => onPromote(user)}>
            Tornar Admin
          </Button>
        )}
        <Button size="sm" busy={toggle.isPending} onClick={() => send({ id: user.id })}>
          {user.ativo ? 'Desativar' : 'Ativar'}
        </Button>
      </div>
    </>
  );
}
