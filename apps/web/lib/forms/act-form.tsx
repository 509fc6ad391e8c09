import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { DialogForm } from '../../ui/overlays/dialog-form';
import { useUnsaved } from '../../ui/overlays/form-dialog';
import { fieldsOf } from './fields-of';
import { useFirstFocus, useZodForm } from './form';
import { formErrorOf } from './problem';
import { useServerFieldErrors } from './server-field-errors';
import { useSingleFlight } from './use-single-flight';

interface ActFormProps<Input extends FieldValues, Output, Result> {
  schema: z.ZodType<Output, Input>;
  empty: DefaultValues<Input>;
  /** The field that has the focus first. */
  first: Path<Input>;
  act: { mutateAsync: (input: Output) => Promise<Result>; error: unknown; isPending: boolean };
  label: string;
  /** What is told where the server says nothing. Absent: the mutation tells of failures itself. */
  failure?: string | undefined;
  destructive?: boolean | undefined;
  cancelLabel?: string;
  /** Closing it does not ask: what was typed is soon typed again. */
  closesAtOnce?: boolean;
  onDone: (result: Result) => void;
  onClose: () => void;
  /** The fields, by what their controls take. */
  children: (
    field: ReturnType<typeof fieldsOf<Input, Output>>,
    form: UseFormReturn<Input, unknown, Output>,
  ) => ReactNode;
}

const noop = () => undefined;

/** A form in a FormDialog that does one thing: what was refused stands under its field, or below them. */
export function ActForm<Input extends FieldValues, Output, Result>({
  schema,
  empty,
  first,
  act,
  label,
  failure,
  closesAtOnce = false,
  onDone,
  onClose,
  children,
  ...props
}: ActFormProps<Input, Output, Result>) {
  const submit = useSingleFlight(act.mutateAsync, onDone);
  const form = useZodForm(schema, empty);
  useServerFieldErrors(form, act.error);
  useUnsaved(form.formState.isDirty && !closesAtOnce, noop);
  useFirstFocus(form, first);
  return (
    <DialogForm
      onSubmit={form.handleSubmit(submit)}
      error={failure === undefined ? null : formErrorOf(act.error, failure)}
      submitLabel={label}
      busy={act.isPending}
      onCancel={onClose}
      {...props}
    >
      {children(fieldsOf(form), form)}
    </DialogForm>
  );
}
