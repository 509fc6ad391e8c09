import { fieldsOf } from '../../lib/forms/fields-of';
import { formErrorOf } from '../../lib/forms/problem';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { Button } from '../../ui/button';
import { InputField } from '../../ui/forms/fields';
import { FormError } from '../../ui/forms/form-error';
import { NEW_PASSWORD_HINT, PasswordField } from '../../ui/forms/password-field';
import { useRegisterForm, warmUpSchemas } from './use-account-form';
import { SIGN_IN_FAILED, useRegister } from './use-sign-in';

export function RegisterForm() {
  const signUp = useRegister();
  const submit = useSingleFlight(signUp.mutateAsync);
  const form = useRegisterForm();
  const field = fieldsOf(form);
  useServerFieldErrors(form, signUp.error);

  return (
    <form noValidate className="grid gap-4" onFocus={warmUpSchemas} onSubmit={form.handleSubmit(submit)}>
      <InputField label="Nome" autoComplete="name" placeholder="Seu nome" {...field('nome')} />
      <InputField
        label="Email"
        type="email"
        autoComplete="username"
        placeholder="voce@exemplo.com.br"
        {...field('email')}
      />
      <PasswordField label="Senha" hint={NEW_PASSWORD_HINT} autoComplete="new-password" {...field('senha')} />
      <Button type="submit" variant="primary" size="lg" busy={signUp.isPending} className="mt-1 w-full">
        {signUp.isPending ? 'Processando...' : 'Criar Conta'}
      </Button>
      <FormError text={formErrorOf(signUp.error, SIGN_IN_FAILED)} />
    </form>
  );
}
