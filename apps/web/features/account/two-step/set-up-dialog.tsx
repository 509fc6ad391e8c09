import {
  beginTwoStepInput,
  confirmTwoStepInput,
  type RecoveryCodes,
  type TwoStepSetup,
} from '@esteira/validators/accounts/two-step';
import { useState } from 'react';
import { ActForm } from '../../../lib/forms/act-form';
import { CopyTextButton } from '../../../parts/payment/copy-text-button';
import { QrCode } from '../../../parts/payment/qr-code';
import { CurrentPasswordField } from '../../../parts/proof-fields';
import { InputField } from '../../../ui/forms/fields';
import { FormDialog } from '../../../ui/overlays/form-dialog';
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

function PasswordStep(props: StepProps<TwoStepSetup>) {
  const begin = useBeginTwoStep();
  return (
    <ActForm
      schema={beginTwoStepInput}
      empty={{ senha_atual: '' }}
      first="senha_atual"
      act={begin}
      label="Continuar"
      closesAtOnce
      failure={FAILED}
      {...props}
    >
      {(field) => (
        <>
          <p className="text-muted">
            Você vai precisar de um aplicativo autenticador no celular, como Google Authenticator, Microsoft
            Authenticator ou Aegis. Ao ligar, as outras sessões são encerradas.
          </p>
          <CurrentPasswordField {...field('senha_atual')} />
        </>
      )}
    </ActForm>
  );
}

const codeForm = confirmTwoStepInput.omit({ novo_token: true });

function AppStep({ setup, ...props }: StepProps<RecoveryCodes> & { setup: TwoStepSetup }) {
  const confirm = useConfirmTwoStep();
  return (
    <ActForm
      schema={codeForm}
      empty={{ codigo: '' }}
      first="codigo"
      act={{ ...confirm, mutateAsync: ({ codigo }) => confirm.mutateAsync({ codigo, novo_token: true }) }}
      label="Ligar"
      failure={FAILED}
      {...props}
    >
      {(field) => (
        <>
          <Secret setup={setup} />
          <InputField
            label="Código do aplicativo"
            hint="Os seis dígitos que ele mostra agora"
            inputMode="numeric"
            autoComplete="one-time-code"
            inputClassName="tabular"
            {...field('codigo')}
          />
        </>
      )}
    </ActForm>
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
