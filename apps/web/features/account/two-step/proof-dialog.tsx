import { type RecoveryCodes, twoStepProofInput } from '@esteira/validators/accounts/two-step';
import { useState } from 'react';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { useFirstFocus, useZodForm } from '../../../lib/forms/form';
import { formErrorOf } from '../../../lib/forms/problem';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { InputField } from '../../../ui/forms/fields';
import { DialogForm } from '../../../ui/overlays/dialog-form';
import { FormDialog, useUnsaved } from '../../../ui/overlays/form-dialog';
import { CurrentPasswordField } from '../current-password-field';
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

interface ProofFormProps<Output> {
  act: {
    mutateAsync: (input: { senha_atual: string; codigo: string }) => Promise<Output>;
    error: unknown;
    isPending: boolean;
  };
  label: string;
  failure: string;
  destructive?: boolean;
  onDone: (output: Output) => void;
  onClose: () => void;
}

const noop = () => undefined;

function ProofForm<Output>({ act, label, failure, destructive, onDone, onClose }: ProofFormProps<Output>) {
  const submit = useSingleFlight(act.mutateAsync, onDone);
  const form = useZodForm(twoStepProofInput, { senha_atual: '', codigo: '' });
  const { isDirty } = form.formState;
  const field = fieldsOf(form);
  useServerFieldErrors(form, act.error);
  useUnsaved(isDirty, noop);
  useFirstFocus(form, 'senha_atual');
  return (
    <DialogForm
      onSubmit={form.handleSubmit(submit)}
      error={formErrorOf(act.error, failure)}
      submitLabel={label}
      destructive={destructive}
      busy={act.isPending}
      onCancel={onClose}
    >
      <CurrentPasswordField {...field('senha_atual')} />
      <InputField
        label="Código"
        hint="Os seis dígitos do aplicativo, ou um código de recuperação"
        autoComplete="one-time-code"
        inputClassName="tabular"
        {...field('codigo')}
      />
    </DialogForm>
  );
}
