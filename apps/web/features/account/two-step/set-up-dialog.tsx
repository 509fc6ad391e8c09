import {
  beginTwoStepInput,
  confirmTwoStepInput,
  type RecoveryCodes,
  type TwoStepSetup,
} from '@esteira/validators/accounts/two-step';
import { useState } from 'react';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { useFirstFocus, useZodForm } from '../../../lib/forms/form';
import { formErrorOf } from '../../../lib/forms/problem';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { CopyTextButton } from '../../../parts/payment/copy-text-button';
import { QrCode } from '../../../parts/payment/qr-code';
import { CurrentPasswordField } from '../../../parts/proof-fields';
import { InputField } from '../../../ui/forms/fields';
import { DialogForm } from '../../../ui/overlays/dialog-form';
import { FormDialog, useUnsaved } from '../../../ui/overlays/form-dialog';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { useBeginTwoStep, useConfirmTwoStep } from './use-two-step';

const FAILED = 'Erro ao ligar a verificação em duas etapas';

/** Takes the password, shows the secret to the user's app, takes its first code; then shows the recovery codes. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [setup, setSetup] = useState<TwoStepSetup | null>(null);
  const [made, setMade] = useState<RecoveryCodes | null>(null);
  if (made !== null) return <RecoveryCodesDialog codes={made.codigos} onClose={onClose} />;
  return (
    <FormDialog onClose={onClose} title="Ligar a verificação em duas etapas">
      {setup === null ? (
        <PasswordStep onDone={setSetup} onClose={onClose} />
      ) : (
        <AppStep setup={setup} onDone={setMade} onClose={onClose} />
      )}
    </FormDialog>
  );
}

interface StepProps<Output> {
  onDone: (output: Output) => void;
  onClose: () => void;
}

function PasswordStep({ onDone, onClose }: StepProps<TwoStepSetup>) {
  const begin = useBeginTwoStep();
  const submit = useSingleFlight(begin.mutateAsync, onDone);
  const form = useZodForm(beginTwoStepInput, { senha_atual: '' });
  const field = fieldsOf(form);
  useServerFieldErrors(form, begin.error);
  useFirstFocus(form, 'senha_atual');
  return (
    <DialogForm
      onSubmit={form.handleSubmit(submit)}
      error={formErrorOf(begin.error, FAILED)}
      submitLabel="Continuar"
      busy={begin.isPending}
      onCancel={onClose}
    >
      <p className="text-muted">
        Você vai precisar de um aplicativo autenticador no celular, como Google Authenticator, Microsoft
        Authenticator ou Aegis. Ao ligar, as outras sessões são encerradas.
      </p>
      <CurrentPasswordField {...field('senha_atual')} />
    </DialogForm>
  );
}

const codeForm = confirmTwoStepInput.omit({ novo_token: true });

const noop = () => undefined;

function AppStep({ setup, onDone, onClose }: StepProps<RecoveryCodes> & { setup: TwoStepSetup }) {
  const confirm = useConfirmTwoStep();
  const submit = useSingleFlight(
    ({ codigo }: { codigo: string }) => confirm.mutateAsync({ codigo, novo_token: true }),
    onDone,
  );
  const form = useZodForm(codeForm, { codigo: '' });
  const field = fieldsOf(form);
  useServerFieldErrors(form, confirm.error);
  useUnsaved(form.formState.isDirty, noop);
  useFirstFocus(form, 'codigo');
  return (
    <DialogForm
      onSubmit={form.handleSubmit(submit)}
      error={formErrorOf(confirm.error, FAILED)}
      submitLabel="Ligar"
      busy={confirm.isPending}
      onCancel={onClose}
    >
      <Secret setup={setup} />
      <InputField
        label="Código do aplicativo"
        hint="Os seis dígitos que ele mostra agora"
        inputMode="numeric"
        autoComplete="one-time-code"
        inputClassName="tabular"
        {...field('codigo')}
      />
    </DialogForm>
  );
}

function Secret({ setup: { segredo, endereco } }: { setup: TwoStepSetup }) {
  return (
    <>
      <p className="text-muted">Leia este código com o aplicativo, ou digite nele a chave abaixo.</p>
      <div className="flex flex-wrap items-start gap-4">
        <QrCode text={endereco} label="QR code para o aplicativo autenticador" className="size-44" />
        <div className="grid min-w-0 flex-1 basis-48 justify-items-start gap-2">
          <p className="font-medium text-[13px]">Chave</p>
          <p className="font-mono text-[13px] [overflow-wrap:anywhere]">
            {segredo.replace(/(.{4})(?=.)/g, '$1 ')}
          </p>
          <CopyTextButton text={segredo} label="Copiar chave" description="Copiar a chave do aplicativo" />
        </div>
      </div>
    </>
  );
}
