import { USER_PLANS, USER_SITUATIONS } from '@esteira/domain/accounts/user-filters';
import { PLAN_IDS, planAdminLabel } from '@esteira/domain/billing/plans';
import type { AdminUser } from '@esteira/validators/administration/admin';
import { useState } from 'react';
import { lazyDialog } from '../../../lib/lazy-dialog';
import { useUrlState } from '../../../lib/use-url-state';
import { FilterSelect } from '../../../parts/lists/filter-select';
import { PagedList } from '../../../parts/lists/paged-list';
import { SearchForm } from '../../../ui/forms/search-form';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { useUsers } from '../use-admin-lists';
import { type ChosenAct, MENU_ACT_LABELS } from '../user-acts/user-acts';
import { usePromoteUser } from './use-user-mutations';
import { UserRow } from './user-row';

// Most visits only look.
const UserActDialog = lazyDialog(() => import('../user-acts/user-act-dialog'), 'UserActDialog', {
  title: ({ chosen: { act } }) => MENU_ACT_LABELS[act],
});

const SITUATION_OPTIONS = [
  ['ativos', 'Ativos'],
  ['inativos', 'Inativos'],
  ['admins', 'Administradores'],
] as const;

const PLAN_OPTIONS = [
  ...PLAN_IDS.map((id) => [id, planAdminLabel(id)] as const),
  ['nenhum', 'Sem plano em vigor'],
] as const;

export function UserList() {
  const { params, set } = useUrlState();
  const busca = params.get('busca') ?? '';
  const situacao = USER_SITUATIONS.find((known) => known === params.get('situacao'));
  const plano = USER_PLANS.find((known) => known === params.get('plano'));
  const { query, users } = useUsers({
    ...(busca ? { busca } : {}),
    ...(situacao ? { situacao } : {}),
    ...(plano ? { plano } : {}),
  });
  const promote = usePromoteUser();
  const [promoted, setPromoted] = useState<AdminUser | null>(null);
  const [chosen, setChosen] = useState<ChosenAct | null>(null);

  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchForm
          label="Buscar usuários"
          placeholder="Nome ou e-mail"
          value={busca}
          onSearch={(text) => set({ busca: text })}
        />
        <FilterSelect
          label="Situação do usuário"
          allLabel="Todas as situações"
          options={SITUATION_OPTIONS}
          value={situacao}
          onChange={(value) => set({ situacao: value })}
        />
        <FilterSelect
          label="Plano do usuário"
          allLabel="Todos os planos"
          options={PLAN_OPTIONS}
          value={plano}
          onChange={(value) => set({ plano: value })}
        />
      </div>
      <PagedList
        query={query}
        items={users}
        empty="Nenhum usuário encontrado"
        render={(user) => <UserRow user={user} onPromote={setPromoted} onChoose={setChosen} />}
      />
      <ConfirmDialog
        open={promoted !== null}
        onOpenChange={() => setPromoted(null)}
        question="Tornar administrador?"
        subject={promoted ? `${promoted.nome} (${promoted.email})` : undefined}
        confirmLabel="Tornar Admin"
        onConfirm={async () => promoted && promote.mutateAsync({ id: promoted.id })}
      />
      {chosen && <UserActDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
