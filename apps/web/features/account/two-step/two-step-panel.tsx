import type { TwoStepState } from '@esteira/validators/accounts/two-step';
import { useState } from 'react';
import { Loaded } from '../../../lib/data/loaded';
import { trpc } from '../../../lib/data/trpc';
import { DeferredPart } from '../../../lib/deferred-part';
import { lazyDialog } from '../../../lib/lazy-dialog';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { AccountRow } from '../account-row';
import type { ProofPurpose } from './proof-dialog';

// Opened once in an account's life, and it brings the encoder of QR codes.
const SetUpDialog = lazyDialog(() => import('./set-up-dialog'), 'SetUpDialog', {
  title: 'Ligar a verificação em duas etapas',
});
const ProofDialog = lazyDialog(() => import('./proof-dialog'), 'ProofDialog', {
  title: ({ purpose }) =>
    purpose === 'codigos' ? 'Gerar códigos de recuperação' : 'Desligar a verificação em duas etapas',
});

const LABEL = 'Verificação em duas etapas';

/** From here on it is time to make new ones. */
const FEW_CODES = 3;

/** The second step of signing in: turned on, renewed and turned off. */
export function TwoStepPanel() {
  const query = trpc.account.twoStep.useQuery(undefined, { staleTime: 0 });
  return (
    <Loaded query={query} failure="Erro ao carregar a verificação em duas etapas" skeleton={<RowSkeleton />}>
      {(state) => <TwoStep state={state} />}
    </Loaded>
  );
}

const RowSkeleton = () => (
  <AccountRow
    label={LABEL}
    value={
      <SkeletonGroup>
        <Skeleton className="h-17" />
      </SkeletonGroup>
    }
  />
);

function TwoStep({ state }: { state: TwoStepState }) {
  const [opened, setOpened] = useState<ProofPurpose | 'ligar' | null>(null);
  const close = () => setOpened(null);
  return (
    <AccountRow
      label={LABEL}
      value={
        <>
          <Badge tone={state.ligada ? 'success' : 'neutral'} className="justify-self-start">
            {state.ligada ? 'Ligada' : 'Desligada'}
          </Badge>
          {state.ligada ? (
            <OnText left={state.codigos_restantes} />
          ) : (
            <OffText isRequired={state.obrigatoria} />
          )}
        </>
      }
      actions={
        state.ligada ? (
          <>
            <Button size="sm" onClick={() => setOpened('codigos')}>
              Gerar códigos novos
            </Button>
            <Button size="sm" onClick={() => setOpened('desligar')}>
              Desligar
            </Button>
          </>
        ) : (
          <Button size="sm" onClick={() => setOpened('ligar')}>
            Ligar
          </Button>
        )
      }
    >
      <DeferredPart failure="Não foi possível abrir. Verifique sua conexão.">
        {opened === 'ligar' && <SetUpDialog onClose={close} />}
        {(opened === 'codigos' || opened === 'desligar') && <ProofDialog purpose={opened} onClose={close} />}
      </DeferredPart>
    </AccountRow>
  );
}

function OffText({ isRequired }: { isRequired: boolean }) {
  return (
    <>
      {isRequired && (
        <p role="status" className="rounded-lg bg-warning-soft px-3 py-2 text-warning-text">
          Administradores precisam dela: até ligar, o painel administrativo fica fechado.
        </p>
      )}
      <p className="text-muted">
        Para entrar, além da senha, você informa um código do aplicativo autenticador. Mesmo que descubram sua
        senha, ninguém entra.
      </p>
    </>
  );
}

function OnText({ left }: { left: number }) {
  return (
    <>
      <p className="text-muted">Entrar pede a senha e um código do seu aplicativo autenticador.</p>
      {left > FEW_CODES ? (
        <p className="text-muted">Restam {left} códigos de recuperação.</p>
      ) : (
        <p className="rounded-lg bg-warning-soft px-3 py-2 text-warning-text">{describeFew(left)}</p>
      )}
    </>
  );
}

function describeFew(left: number): string {
  if (left === 0) return 'Não resta nenhum código de recuperação. Gere novos e guarde-os.';
  return left === 1
    ? 'Resta 1 código de recuperação. Gere novos e guarde-os.'
    : `Restam ${left} códigos de recuperação. Gere novos e guarde-os.`;
}
