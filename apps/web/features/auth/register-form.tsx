import { formErrorOf } from '../../lib/forms/problem';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { Button } from '../../ui/button';
import { Field } from '../../ui/forms/field';
import { FormError } from '../../ui/forms/form-error';
import { Input } from '../../ui/forms/input';
import { useRegisterForm, warmUpSchemas } from './use-account-form';
import { SIGN_IN_FAILED, useRegister } from './use-sign-in';

export function RegisterForm() {
  const signUp = useRegister();
  const submit = useSingleFlight(signUp.mutateAsync);
  const form = useRegisterForm();
  const { errors } = form.formState;
  useServerFieldErrors(form, signUp.error);

  return (
    <form noValidate className="grid gap-4" onFocus={warmUpSchemas} onSubmit={form.handleSubmit(submit)}>
      <Field label="Nome" error={errors.nome?.message}>
        {(control) => (
          <Input {...control} autoComplete="name" placeholder="Seu nome" {...form.register('nome')} />
        )}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            placeholder="voce@exemplo.com.br"
            {...form.register('email')}
          />
        )}
      </Field>
      <Field label="Senha" error={errors.senha?.message} hint="De 8 a 128 caracteres">
        {(control) => (
          <Input {...control} type="password" autoComplete="new-password" {...form.register('senha')} />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={signUp.isPending} className="mt-1 w-full">
        {signUp.isPending ? 'Processando...' : 'Criar Conta'}
      </Button>
      <FormError text={formErrorOf(signUp.error, SIGN_IN_FAILED)} />
    </form>
  );
}
