import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../ui/forms/field';
import { Input } from '../../ui/forms/input';

interface CurrentPasswordFieldProps {
  /** What the form registers the field with. */
  registration: UseFormRegisterReturn;
  error: string | undefined;
}

/** Asks for the password again, before what a stolen session shall not do. */
export function CurrentPasswordField({ registration, error }: CurrentPasswordFieldProps) {
  return (
    <Field label="Senha atual" error={error}>
      {(control) => <Input {...control} type="password" autoComplete="current-password" {...registration} />}
    </Field>
  );
}
