import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';

/** A form that validates its values with the server's schema. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues });
}

/** Starts a dialog's form at its first field instead of at the dialog's own close button. */
export function useFirstFocus<Input extends FieldValues, Output>(
  { setFocus }: UseFormReturn<Input, unknown, Output>,
  field: Path<Input>,
): void {
  useEffect(() => setFocus(field), [setFocus, field]);
}

/** How a number field hands over its value: empty means absent, never zero and never NaN. */
export const numeric = {
  setValueAs: (value: string | number | null | undefined) =>
    value === '' || value === null || value === undefined ? undefined : Number(value),
};
