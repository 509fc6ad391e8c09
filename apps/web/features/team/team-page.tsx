import { MAX_TEAM } from '@esteira/domain/accounts/team';
import type { Team } from '@esteira/validators/accounts/team';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../lib/data/trpc';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { describeFailure } from '../../lib/forms/problem';
import { lazyDialog } from '../../lib/lazy-dialog';
import { SettingsNav } from '../../shell/navigation/settings-nav';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/lists/empty-state';
import { ErrorState } from '../../ui/lists/error-state';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { PageHeader } from '../../ui/page-header';
import { InvitationRow, MemberRow } from './team-rows';

// Opened seldom; the form brings the schemas with it.
const InviteDialog = lazyDialog(() => import('./invite-dialog'), 'InviteDialog', {
  title: 'Convidar para a equipe',
});

const LOAD_FAILED = 'Erro ao carregar a equipe';

/** 'Configurações → Equipe': who works in the shop besides its seller, and as what. */
export function TeamPage() {
  const query = trpc.team.get.useQuery(undefined, { staleTime: 0 });
  useLoadFailure(query, LOAD_FAILED);
  const [inviting, setInviting] = useState(false);
  const team = query.data;
  return (
    <>
      <PageHeader title="Equipe" subtitle="Quem trabalha na sua conta, cada um com seu próprio acesso">
        {team?.envia_emails && (
          <Button variant="primary" onClick={() => setInviting(true)}>
            <Plus aria-hidden />
            Convidar
          </Button>
        )}
      </PageHeader>
      <SettingsNav />
      <p className="max-w-[72ch] text-muted">
        Até {MAX_TEAM} pessoas e convites. Ninguém da equipe vê sua assinatura, seus pagamentos nem suas
        chaves de API, e o histórico mostra quem fez cada coisa.
      </p>
      {query.isPending && (
        <SkeletonGroup className="grid">
          <Skeleton className="h-40" />
        </SkeletonGroup>
      )}
      {query.isError && !team && (
        <ErrorState
          title={LOAD_FAILED}
          {...describeFailure(query.error)}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {team && <TeamList team={team} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}

function TeamList({ team: { pessoas, convites, envia_emails } }: { team: Team }) {
  return (
    <>
      {!envia_emails && (
        <p className="rounded-lg bg-info-soft px-3 py-2 text-info-text">
          O administrador precisa configurar o envio de e-mails.
        </p>
      )}
      {pessoas.length + convites.length === 0 ? (
        <EmptyState
          icon={Users}
          title="Você ainda trabalha sem equipe"
          description="Convide por e-mail quem cuida dos pedidos e produtos com você."
        />
      ) : (
        <ul aria-label="Equipe" className="divide-y divide-border rounded-lg border border-border bg-surface">
          {pessoas.map((member) => (
            <MemberRow key={member.id} member={member} />
          ))}
          {convites.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </>
  );
}
