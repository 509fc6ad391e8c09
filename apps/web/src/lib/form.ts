import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';

/** A form that judges its values with the schema the server uses. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues });
}

/** How a number field hands over its value: empty means absent, never zero and never NaN. */
export const numeric = {
  setValueAs: (value: string | number | null | undefined) =>
    value === '' || value === null || value === undefined ? undefined : Number(value),
};
