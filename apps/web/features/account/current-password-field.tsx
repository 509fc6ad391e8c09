import type { ComponentProps } from 'react';
import { InputField } from '../../ui/forms/fields';

/** Asks for the password again, before what a stolen session shall not do; takes what `fieldsOf` gives. */
export function CurrentPasswordField(field: Omit<ComponentProps<typeof InputField>, 'label'>) {
  return <InputField label="Senha atual" type="password" autoComplete="current-password" {...field} />;
}
