import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { fieldProblemsOf } from './problem';

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
