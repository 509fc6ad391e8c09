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
import { fieldProblemsOf } from './problem';

/** A form that judges its values with the schema the server uses. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues });
}

/** Puts what the server refused under its field, and the focus on the first. */
export function useServerFieldErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): void {
  useEffect(() => {
    const known = fieldProblemsOf(error).filter(({ campo }) => campo in form.getValues());
    for (const [index, { campo, mensagem }] of known.entries()) {
      form.setError(campo as Path<Input>, { message: mensagem }, { shouldFocus: index === 0 });
    }
  }, [error, form]);
}

/** How a number field hands over its value: empty means absent, never zero and never NaN. */
export const numeric = {
  setValueAs: (value: string | number | null | undefined) =>
    value === '' || value === null || value === undefined ? undefined : Number(value),
};
