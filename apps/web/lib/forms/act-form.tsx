import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues, Path } from 'react-hook-form';
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
  /** What is told where the server says nothing. */
  failure: string;
  destructive?: boolean | undefined;
  onDone: (result: Result) => void;
  onClose: () => void;
  /** The fields, by what their controls take. */
  children: (field: ReturnType<typeof fieldsOf<Input, Output>>) => ReactNode;
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
  destructive,
  onDone,
  onClose,
  children,
}: ActFormProps<Input, Output, Result>) {
  const submit = useSingleFlight(act.mutateAsync, onDone);
  const form = useZodForm(schema, empty);
  useServerFieldErrors(form, act.error);
  useUnsaved(form.formState.isDirty, noop);
  useFirstFocus(form, first);
  return (
    <DialogForm
      onSubmit={form.handleSubmit(submit)}
      error={formErrorOf(act.error, failure)}
      submitLabel={label}
      destructive={destructive}
      busy={act.isPending}
      onCancel={onClose}
    >
      {children(fieldsOf(form))}
    </DialogForm>
  );
}
