import type { ComponentProps } from 'react';
import { InputField } from '../ui/forms/fields';
import { PasswordField } from '../ui/forms/password-field';

/** What `fieldsOf` gives. */
type Given = Omit<ComponentProps<typeof InputField>, 'label'>;

/** Asks for the password again, before what a stolen session shall not do. */
export function CurrentPasswordField(field: Given) {
  return <PasswordField label="Senha atual" autoComplete="current-password" {...field} />;
}

/** Asks for the second step, beside the password. */
export function CodeField(field: Given) {
  return (
    <InputField
      label="Código"
      hint="Os seis dígitos do aplicativo, ou um código de recuperação"
      autoComplete="one-time-code"
      inputClassName="tabular"
      {...field}
    />
  );
}
