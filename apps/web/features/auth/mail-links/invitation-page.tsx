import { TEAM_ROLE_TEXTS } from '@esteira/domain/accounts/team';
import type { Invitation } from '@esteira/validators/accounts/team';
import { useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { detailOf } from '../../../lib/forms/problem';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { useSession } from '../../../lib/session/session';
import { signOut } from '../../../lib/session/sign-out';
import { paths } from '../../../paths';
import type { LoginState } from '../../../shell/routing/return-path';
import { Button } from '../../../ui/button';
import { FormError } from '../../../ui/forms/form-error';
import { Spinner } from '../../../ui/spinner';
import { ACCEPT_FAILED, AcceptForm } from './accept-form';
import { MailPage, readLinkToken } from './mail-page';

/** Where the link of an invitation leads: makes the account, or takes the one that is signed in. */
export function InvitationPage() {
  const [token] = useState(readLinkToken);
  const { mutate: read, data, error } = trpc.team.readInvitation.useMutation();
  useEffect(() => read({ token }), [read, token]);
  return (
    <MailPage title="Convite para a equipe">
      {data === undefined && error === null && (
        <div role="status" className="grid place-items-center py-6 text-muted">
          <Spinner large />
          <span className="sr-only">Carregando</span>
        </div>
      )}
      <FormError text={error && (detailOf(error) ?? 'Erro ao carregar o convite')} />
      {data && <Welcome invitation={data} token={token} />}
    </MailPage>
  );
}

interface WelcomeProps {
  invitation: Invitation;
  token: string;
}

function Welcome({ invitation, token }: WelcomeProps) {
  const { email, papel, vendedor_nome, tem_conta } = invitation;
  const session = useSession();
  const { label, description } = TEAM_ROLE_TEXTS[papel];
  return (
    <>
      <div className="grid gap-2 [overflow-wrap:anywhere]">
        <p>
          <strong className="font-semibold">{vendedor_nome}</strong> convidou {email} para a equipe, com a
          função {label}.
        </p>
        <p className="text-muted">{description}</p>
      </div>
      {session.status === 'signed-in' && session.user.email === email && <Join token={token} />}
      {session.status === 'signed-in' && session.user.email !== email && (
        <>
          <p className="rounded-lg bg-info-soft px-3 py-2 text-info-text [overflow-wrap:anywhere]">
            Você está na conta {session.user.email}. Saia dela para aceitar o convite.
          </p>
          <Button onClick={signOut}>Sair desta conta</Button>
        </>
      )}
      {session.status === 'anonymous' && tem_conta && <SignIn token={token} />}
      {session.status === 'anonymous' && !tem_conta && <AcceptForm token={token} email={email} />}
    </>
  );
}

/** The address has an account: its owner signs in and comes back. */
function SignIn({ token }: { token: string }) {
  const state: LoginState = { from: `${paths.invitation}#${token}`, sessionEnded: false };
  return (
    <Button asChild variant="primary" size="lg">
      <Link to={paths.login} state={state}>
        Entrar para aceitar
      </Link>
    </Button>
  );
}

function Join({ token }: { token: string }) {
  const utils = trpc.useUtils();
  const join = trpc.team.join.useMutation({
    onSuccess: async (user) => {
      toast.success('Você entrou na equipe!');
      utils.auth.me.setData(undefined, user);
      await utils.invalidate();
    },
  });
  const submit = useSingleFlight(join.mutateAsync);
  if (join.isSuccess) return <Navigate to={paths.dashboard} replace />;
  return (
    <>
      <Button variant="primary" size="lg" busy={join.isPending} onClick={() => submit({ token })}>
        Aceitar convite
      </Button>
      <FormError text={join.error && (detailOf(join.error) ?? ACCEPT_FAILED)} />
    </>
  );
}
