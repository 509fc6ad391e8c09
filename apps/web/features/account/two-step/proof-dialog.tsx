import { type RecoveryCodes, twoStepProofInput } from '@esteira/validators/accounts/two-step';
import { type ComponentProps, useState } from 'react';
import { ActForm } from '../../../lib/forms/act-form';
import { CodeField, CurrentPasswordField } from '../../../parts/proof-fields';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { useRenewRecoveryCodes, useTurnOffTwoStep } from './use-two-step';

export type ProofPurpose = 'codigos' | 'desligar';

interface ProofDialogProps {
  purpose: ProofPurpose;
  onClose: () => void;
}

/** What only the password and a code together allow. */
export function ProofDialog({ purpose, onClose }: ProofDialogProps) {
  const [made, setMade] = useState<RecoveryCodes | null>(null);
  if (made !== null) return <RecoveryCodesDialog codes={made.codigos} onClose={onClose} />;
  return purpose === 'codigos' ? (
    <FormDialog
      onClose={onClose}
      title="Gerar códigos de recuperação"
      description="Os códigos de antes deixam de funcionar."
    >
      <RenewForm onDone={setMade} onClose={onClose} />
    </FormDialog>
  ) : (
    <FormDialog
      onClose={onClose}
      title="Desligar a verificação em duas etapas"
      description="Entrar passa a pedir só a senha."
    >
      <TurnOffForm onDone={onClose} onClose={onClose} />
    </FormDialog>
  );
}

function RenewForm(props: { onDone: (made: RecoveryCodes) => void; onClose: () => void }) {
  const renew = useRenewRecoveryCodes();
  return <ProofForm act={renew} label="Gerar códigos" failure="Erro ao gerar os códigos" {...props} />;
}

function TurnOffForm(props: { onDone: () => void; onClose: () => void }) {
  const turnOff = useTurnOffTwoStep();
  return (
    <ProofForm
      act={{ ...turnOff, mutateAsync: (proof) => turnOff.mutateAsync({ ...proof, novo_token: true }) }}
      label="Desligar"
      failure="Erro ao desligar a verificação em duas etapas"
      destructive
      {...props}
    />
  );
}

interface ProofFormProps<Output>
  extends Pick<ComponentProps<typeof ActForm>, 'label' | 'failure' | 'destructive'> {
  act: {
    mutateAsync: (input: { senha_atual: string; codigo: string }) => Promise<Output>;
    error: unknown;
    isPending: boolean;
  };
  onDone: (output: Output) => void;
  onClose: () => void;
}

function ProofForm<Output>(props: ProofFormProps<Output>) {
  return (
    <ActForm
      schema={twoStepProofInput}
      empty={{ senha_atual: '', codigo: '' }}
      first="senha_atual"
      {...props}
    >
      {(field) => (
        <>
          <CurrentPasswordField {...field('senha_atual')} />
          <CodeField {...field('codigo')} />
        </>
      )}
    </ActForm>
  );
}
