import type { LoginChallenge } from '@esteira/validators/accounts/account';
import { useState } from 'react';
import { Link } from 'react-router';
import { DeferredPart } from '../../lib/deferred-part';
import { fieldsOf } from '../../lib/forms/fields-of';
import { formErrorOf } from '../../lib/forms/problem';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { lazyPart } from '../../lib/lazy-part';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { InputField } from '../../ui/forms/fields';
import { FormError } from '../../ui/forms/form-error';
import { PasswordField } from '../../ui/forms/password-field';
import { useLoginForm, warmUpSchemas } from './use-account-form';
import { SIGN_IN_FAILED, useLogin } from './use-sign-in';

// Few accounts ask for it.
const SecondStepForm = lazyPart(() => import('./second-step-form'), 'SecondStepForm');

export function LoginForm() {
  const [challenge, setChallenge] = useState<LoginChallenge | null>(null);
  const login = useLogin(setChallenge);
  const submit = useSingleFlight(login.mutateAsync);
  const form = useLoginForm();
  const field = fieldsOf(form);
  useServerFieldErrors(form, login.error);

  if (challenge !== null) {
    return (
      <DeferredPart failure="Não foi possível carregar o segundo passo. Verifique sua conexão.">
        <SecondStepForm challenge={challenge} onBack={() => setChallenge(null)} />
      </DeferredPart>
    );
  }
  return (
    <form noValidate className="grid gap-4" onFocus={warmUpSchemas} onSubmit={form.handleSubmit(submit)}>
      <InputField
        label="Email"
        type="email"
        autoComplete="username"
        placeholder="voce@exemplo.com.br"
        {...field('email')}
      />
      <PasswordField label="Senha" autoComplete="current-password" {...field('senha')} />
      <Button type="submit" variant="primary" size="lg" busy={login.isPending} className="mt-1 w-full">
        {login.isPending ? 'Processando...' : 'Entrar'}
      </Button>
      <Link
        to={paths.forgotPassword}
        className="justify-self-center text-primary-text underline-offset-4 hover:underline"
      >
        Esqueci minha senha
      </Link>
      <FormError text={formErrorOf(login.error, SIGN_IN_FAILED)} />
    </form>
  );
}
