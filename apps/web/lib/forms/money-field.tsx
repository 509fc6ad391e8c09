import type { ComponentProps } from 'react';
import { type FieldValues, type Path, type UseFormReturn, useController } from 'react-hook-form';
import { Field } from '../../ui/forms/field';
import { MoneyInput, moneyProblem } from '../../ui/forms/money-input';

type MoneyFieldProps<Input extends FieldValues, Output> = Omit<
  ComponentProps<typeof Field>,
  'children' | 'error'
> &
  Pick<ComponentProps<'input'>, 'aria-required' | 'placeholder'> & {
    form: UseFormReturn<Input, unknown, Output>;
    name: Path<Input>;
  };

/** An amount of a form. The schema validates it; text that is no amount gets the parser's reason. */
export function MoneyField<Input extends FieldValues, Output>(props: MoneyFieldProps<Input, Output>) {
  const { form, name, label, hint, className, ...input } = props;
  const { field, fieldState } = useController({ control: form.control, name });
  const error = fieldState.error && (moneyProblem(field.value) ?? fieldState.error.message);
  return (
    <Field {...{ label, error, hint, className }}>
      {(control) => <MoneyInput {...control} {...field} {...input} />}
    </Field>
  );
}
