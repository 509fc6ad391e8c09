import { DEFAULT_LIMIT, MAX_LIMIT } from '@esteira/domain/paging';
import { z } from 'zod';
import { orAbsent, searchText, text, wholeNumber } from './text';

const limitError = `Deve ser um número inteiro de 1 a ${MAX_LIMIT}`;

// Query-string values arrive as text.
const limit = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,9}$/, { error: limitError, abort: true })
        .transform(Number),
    ],
    { error: limitError },
  )
  .pipe(wholeNumber(1, MAX_LIMIT));

/** Where a page starts and how long it is. The cursor is opaque; the service validates it. */
export const pageInput = z.object({
  limite: orAbsent(limit).transform((value) => value ?? DEFAULT_LIMIT),
  cursor: orAbsent(text(500, { as: 'opaque' })),
});

/** A page with a search, as the supplier and user lists take it. */
export const searchPageInput = pageInput.extend({ busca: searchText });

/** One page of a list; `proximo_cursor` is null on the last. */
export function pageOf<S extends z.ZodType>(schema: S) {
  const page = z.object({ itens: z.array(schema), proximo_cursor: z.string().nullable() });
  // tRPC awaits parseAsync, which in zod skips the compiled checks: for a page of 50 nine times slower than parse.
  page.parseAsync = async (data, params) => page.parse(data, params);
  return page;
}

export type PageInput = z.output<typeof pageInput>;

/** A page of entities of type T. */
export interface Page<T> {
  itens: T[];
  proximo_cursor: string | null;
}
