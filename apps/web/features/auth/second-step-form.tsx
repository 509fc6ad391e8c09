import type { LoginChallenge } from '@esteira/validators/accounts/account';
import { secondStepInput } from '@esteira/validators/accounts/two-step';
import { type ComponentProps, useState } from 'react';
import { useFirstFocus, useZodForm } from '../../lib/forms/form';
import { detailOf, fieldProblemsOf, formErrorOf } from '../../lib/forms/problem';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { Button } from '../../ui/button';
import { Field } from '../../ui/forms/field';
import { FormError } from '../../ui/forms/form-error';
import { Input } from '../../ui/forms/input';
import { SIGN_IN_FAILED, useSecondStep } from './use-sign-in';

interface SecondStepFormProps {
  challenge: LoginChallenge;
  /** Back to e-mail and password. */
  onBack: () => void;
}

const codeForm = secondStepInput.pick({ codigo: true });

/** The second step of signing in: a code of the app, or one of the recovery codes. */
export function SecondStepForm({ challenge, onBack }: SecondStepFormProps) {
  const [isRecovering, setRecovering] = useState(false);
  return (
    <div className="grid gap-4">
      {isRecovering ? (
        <CodeForm
          key="recovering"
          challenge={challenge}
          label="Código de recuperação"
          hint="Um dos dez que você guardou; cada um entra uma vez"
        />
      ) : (
        <CodeForm
          key="app"
          challenge={challenge}
          label="Código do aplicativo"
          hint="Os seis dígitos que seu aplicativo autenticador mostra agora"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
      <div className="grid justify-items-center gap-2">
        <Button variant="link" size="bare" onClick={() => setRecovering(!isRecovering)}>
          {isRecovering ? 'Usar o aplicativo' : 'Usar um código de recuperação'}
        </Button>
        <Button variant="link" size="bare" onClick={onBack}>
          Voltar para e-mail e senha
        </Button>
      </div>
    </div>
  );
}

interface CodeFormProps extends Pick<ComponentProps<'input'>, 'inputMode' | 'autoComplete'> {
  challenge: LoginChallenge;
  label: string;
  hint: string;
}

function CodeForm({ challenge: { desafio }, label, hint, ...field }: CodeFormProps) {
  const pass = useSecondStep();
  const submit = useSingleFlight(({ codigo }: { codigo: string }) => pass.mutateAsync({ desafio, codigo }));
  const form = useZodForm(codeForm, { codigo: '' });
  const isDead = fieldProblemsOf(pass.error).some(({ campo }) => campo === 'desafio');
  useServerFieldErrors(form, pass.error);
  useFirstFocus(form, 'codigo');
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(submit)}>
      <Field label={label} hint={hint} error={form.formState.errors.codigo?.message}>
        {(control) => (
          <Input
            autoComplete="off"
            autoCapitalize="none"
            className="tabular"
            {...control}
            {...field}
            {...form.register('codigo')}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={pass.isPending} className="mt-1 w-full">
        {pass.isPending ? 'Processando...' : 'Confirmar'}
      </Button>
      <FormError text={isDead ? detailOf(pass.error) : formErrorOf(pass.error, SIGN_IN_FAILED)} />
    </form>
  );
}
