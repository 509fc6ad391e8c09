import type { ComponentProps } from 'react';
import { Field } from './field';
import { Input, Select, type SelectProps, Textarea } from './input';

/** What a control takes together with its field; `className` is the field's. */
type WithField<Props> = Omit<ComponentProps<typeof Field>, 'children'> &
  Omit<Props, 'id' | 'className'> & { inputClassName?: string };

type InputFieldProps = WithField<ComponentProps<'input'>>;

export function InputField({ label, error, hint, className, inputClassName, ...props }: InputFieldProps) {
  return (
    <Field {...{ label, error, hint, className }}>
      {(control) => <Input {...control} {...props} className={inputClassName} />}
    </Field>
  );
}

export function TextareaField({
  label,
  error,
  hint,
  className,
  ...props
}: WithField<ComponentProps<'textarea'>>) {
  return (
    <Field {...{ label, error, hint, className }}>{(control) => <Textarea {...control} {...props} />}</Field>
  );
}

export function SelectField({ label, error, hint, className, ...props }: WithField<SelectProps>) {
  return (
    <Field {...{ label, error, hint, className }}>{(control) => <Select {...control} {...props} />}</Field>
  );
}
