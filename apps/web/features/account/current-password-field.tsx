import type { ComponentProps } from 'react';
import { PasswordField } from '../../ui/forms/password-field';

/** Asks for the password again, before what a stolen session shall not do; takes what `fieldsOf` gives. */
export function CurrentPasswordField(field: Omit<ComponentProps<typeof PasswordField>, 'label'>) {
  return <PasswordField label="Senha atual" autoComplete="current-password" {...field} />;
}
