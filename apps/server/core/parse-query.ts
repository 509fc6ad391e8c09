import { type FieldLabels, toProblem } from '@esteira/validators/wire/problem';
import type { z } from 'zod';
import { AppError } from './errors';

/** Validates the query of a route outside the procedures; throws as they do, with the first problem as a sentence. */
export function parseQuery<Input extends z.ZodType>(
  input: Input,
  query: unknown,
  labels?: FieldLabels,
): z.output<Input> {
  const parsed = input.safeParse(query);
  if (parsed.success) return parsed.data;
  const { detail, erros } = toProblem(parsed.error, labels);
  throw new AppError('invalid', detail, { erros, cause: parsed.error });
}
