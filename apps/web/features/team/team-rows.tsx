import { TEAM_ROLE_TEXTS } from '@esteira/domain/accounts/team';
import { TEAM_ROLES, type TeamRole } from '@esteira/domain/accounts/team-roles';
import { formatDate } from '@esteira/domain/calendar';
import type { TeamInvitation, TeamMember } from '@esteira/validators/accounts/team';
import type { ComponentProps, ReactNode } from 'react';
import { AskFirstButton } from '../../lib/ask-first-button';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Select } from '../../ui/forms/input';
import { useChangeRole, useRemoveMember, useRevokeInvitation } from './use-team';

/** Somebody who is in: their role, and the way out. */
export function MemberRow({ member }: { member: TeamMember }) {
  const { id, nome, email, papel, entrou_em } = member;
  const change = useChangeRole();
  const remove = useRemoveMember();
  return (
    <Row title={nome} text={`${email} · desde ${formatDate(entrou_em)}`}>
      <RoleSelect
        aria-label={`Função de ${nome}`}
        value={change.isPending ? change.variables.papel : papel}
        disabled={change.isPending}
        onChange={({ target }) => isRole(target.value) && change.mutate({ id, papel: target.value })}
      />
      <AskFirstButton
        size="sm"
        label="Remover"
        description={`Remover ${nome}`}
        question="Remover esta pessoa da equipe?"
        subject={`${nome} perde o acesso na hora. O que já fez continua no histórico com o nome dela.`}
        busy={remove.isPending}
        onConfirm={() => remove.mutateAsync({ id })}
      />
    </Row>
  );
}

/** Somebody who was invited and has not come yet. */
export function InvitationRow({ invitation }: { invitation: TeamInvitation }) {
  const { id, email, papel, expira_em } = invitation;
  const revoke = useRevokeInvitation();
  return (
    <Row title={email} text={`${TEAM_ROLE_TEXTS[papel].label} · vale até ${formatDate(expira_em)}`}>
      <Badge>Convite enviado</Badge>
      <Button
        size="sm"
        variant="ghost-danger"
        aria-label={`Cancelar convite de ${email}`}
        busy={revoke.isPending}
        onClick={() => revoke.mutate({ id })}
      >
        Cancelar convite
      </Button>
    </Row>
  );
}

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
        <p className="tabular text-[13px] text-muted [overflow-wrap:anywhere]">{text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </li>
  );
}

/** The role of a person, chosen from the two there are. */
function RoleSelect(props: Omit<ComponentProps<'select'>, 'children'>) {
  return <Select {...props} options={TEAM_ROLES.map((role) => [role, TEAM_ROLE_TEXTS[role].label])} />;
}

const isRole = (value: string): value is TeamRole => TEAM_ROLES.some((role) => role === value);
