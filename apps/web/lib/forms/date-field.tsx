import type { ComponentProps } from 'react';
import { type FieldValues, type Path, type UseFormReturn, useController } from 'react-hook-form';
import { DateInput } from '../../ui/forms/date-input';
import { Field } from '../../ui/forms/field';

type DateFieldProps<Input extends FieldValues, Output> = Omit<
  ComponentProps<typeof Field>,
  'children' | 'error'
> & { form: UseFormReturn<Input, unknown, Output>; name: Path<Input> };

/** A day of a form, which the schema validates. */
export function DateField<Input extends FieldValues, Output>(props: DateFieldProps<Input, Output>) {
  const { form, name, ...texts } = props;
  const { field, fieldState } = useController({ control: form.control, name });
  return (
    <Field {...texts} error={fieldState.error?.message}>
      {(control) => <DateInput {...control} {...field} value={String(field.value ?? '')} />}
    </Field>
  );
}
