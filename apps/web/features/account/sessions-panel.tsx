import { countText } from '@esteira/domain/text/count-text';
import type { Session, SessionList } from '@esteira/validators/accounts/session';
import { Monitor } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { Loaded } from '../../lib/data/loaded';
import { trpc } from '../../lib/data/trpc';
import { When } from '../../lib/format/when';
import { retryTransient } from '../../lib/forms/problem';
import { telling, toastFailure } from '../../lib/toasts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { Panel } from '../../ui/panel';

/** Where the account is signed in; each place can be signed out from here. */
export function SessionsPanel() {
  const query = trpc.account.sessions.useQuery(undefined, { staleTime: 0 });
  return (
    <Loaded query={query} failure="Erro ao carregar as sessões">
      {(sessions) => <OpenSessions sessions={sessions} />}
    </Loaded>
  );
}

function OpenSessions({ sessions: { itens, total, horas_sem_uso } }: { sessions: SessionList }) {
  return (
    <Panel heading="Sessões" aside={total > 1 && <EndAll />}>
      <ul className="divide-y divide-border">
        {itens.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <p className="border-border border-t px-4 py-3 text-[13px] text-muted">
        Cada sessão vale por 7 dias
        {horas_sem_uso !== undefined &&
          ` e termina depois de ${countText(horas_sem_uso, 'hora', 'horas')} sem uso`}
        . Não há limite de sessões abertas.
      </p>
      {total > itens.length && (
        <p className="border-border border-t px-4 py-3 text-[13px] text-muted">
          E mais {countText(total - itens.length, 'sessão usada', 'sessões usadas')} há mais tempo, que
          "Encerrar todas" encerra também.
        </p>
      )}
    </Panel>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { id, dispositivo, endereco, criada_em, ultimo_uso, atual } = session;
  const end = useEndSession();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <Monitor aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {dispositivo}
          {atual && <Badge tone="success">Esta sessão</Badge>}
        </p>
        <p className="tabular text-[13px] text-muted [overflow-wrap:anywhere]">
          {endereco} · último uso <When date={ultimo_uso} /> · entrou <When date={criada_em} />
        </p>
      </div>
      {!atual && (
        <Button
          size="sm"
          busy={end.isPending}
          aria-label={`Encerrar a sessão de ${dispositivo}`}
          onClick={() => end.mutate({ id })}
        >
          Encerrar
        </Button>
      )}
    </li>
  );
}

function EndAll() {
  const endAll = useEndOtherSessions();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" busy={endAll.isPending} onClick={() => setAsking(true)}>
        Encerrar todas
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        question="Encerrar todas as outras sessões?"
        subject="Nos outros dispositivos será preciso entrar de novo. Esta sessão continua."
        confirmLabel="Encerrar todas"
        onConfirm={() => endAll.mutateAsync()}
      />
    </>
  );
}

/** Ends one session; ended already it is ended still. */
function useEndSession() {
  const utils = trpc.useUtils();
  return trpc.account.endSession.useMutation({
    retry: retryTransient,
    ...telling('Sessão encerrada', 'Erro ao encerrar a sessão', () => utils.account.sessions.invalidate()),
  });
}

/** Ends all sessions but this one. */
function useEndOtherSessions() {
  const utils = trpc.useUtils();
  return trpc.account.endOtherSessions.useMutation({
    retry: retryTransient,
    onSuccess: ({ encerradas }) => {
      toast.success(countText(encerradas, 'sessão encerrada', 'sessões encerradas'));
      return utils.account.sessions.invalidate();
    },
    onError: (error) => toastFailure(error, 'Erro ao encerrar as sessões'),
  });
}
