import './portuguese';
import { FIRST_DAY, isDay, LAST_DAY } from '@esteira/domain/days';
import { isMoney, MAX_PRICE } from '@esteira/domain/money';
import { toPlainIdentifier, toPlainLine, toPlainText } from '@esteira/domain/text/plain-text';
import { toSearchedText } from '@esteira/domain/text/searched-text';
import { z } from 'zod';

const FORBIDDEN_IN_LINE = /[\p{Cc}\p{Cs}]/u;
const FORBIDDEN_IN_LINES = /[^\P{Cc}\t\n\r]|\p{Cs}/u;
const VISIBLE = /[^\p{C}\p{Z}]/u;
const FORBIDDEN_MESSAGE = 'Contém caracteres inválidos';

/** Says of a day or a moment that it lies out of the years that the product takes. */
export const OUT_OF_RANGE = `Use uma data de ${FIRST_DAY.slice(0, 4)} a ${LAST_DAY.slice(0, 4)}`;

interface TextOptions {
  /** Allow line breaks and tabs. */
  multiline?: boolean;
  /**
   * What is written of the text: by default as `toPlainText`, an identifier (SKU, code) as `toPlainIdentifier`. What is
   * opaque or signed (tokens, cursors, ids, an NF-e) is only trimmed.
   */
  as?: 'plain' | 'identifier' | 'opaque';
}

const WRITERS = { plain: toPlainText, identifier: toPlainIdentifier, opaque: (value: string) => value };

/**
 * A trimmed text of at most `max` UTF-16 units without control characters or lone surrogates; may be empty. Texts that
 * look alike come out alike (docs/product-rules/rest.md#texts).
 */
export function text(max: number, { multiline = false, as = 'plain' }: TextOptions = {}) {
  const forbidden = multiline ? FORBIDDEN_IN_LINES : FORBIDDEN_IN_LINE;
  return z
    .string()
    .trim()
    .overwrite(as === 'plain' && !multiline ? toPlainLine : WRITERS[as])
    .max(max, { abort: true })
    .refine((value) => !forbidden.test(value), { error: FORBIDDEN_MESSAGE });
}

/** A `text` in which something can be read; blanks and invisible characters alone count as missing. */
export function requiredText(max: number, options: TextOptions = {}) {
  return text(max, options).refine((value) => FORBIDDEN_IN_LINES.test(value) || VISIBLE.test(value), {
    error: 'Campo obrigatório',
  });
}

/** An optional `text`: absent, null, empty and blank all come out as null. */
export function optionalText(max: number, options: TextOptions = {}) {
  return orNull(text(max, options));
}

/** Makes a field optional: absent, null and blank text come out as null, what the database stores. */
export function orNull<S extends z.ZodType>(schema: S) {
  return z
    .preprocess(
      (value: z.input<S> | '' | null | undefined) => (isBlank(value) ? null : value),
      schema.nullable(),
    )
    .default(null);
}

/** Makes a parameter optional: absent, null and blank text come out as undefined. */
export function orAbsent<S extends z.ZodType>(schema: S) {
  return z
    .preprocess(
      (value: z.input<S> | '' | null | undefined) => (isBlank(value) ? undefined : value),
      schema.optional(),
    )
    .optional();
}

/** A price of one unit in reais: 0 to 9,999,999.99 with at most two decimals; nothing is rounded. */
export function money() {
  return z
    .number()
    .min(0)
    .max(MAX_PRICE)
    .refine(isMoney, { error: 'Use no máximo 2 casas decimais' })
    .overwrite((value) => (value === 0 ? 0 : value));
}

/** An optional `money`; absent, null and empty text come out as null. */
export function optionalMoney() {
  return orNull(money());
}

/** A whole number between two bounds, both included. */
export function wholeNumber(min: number, max: number) {
  const error = `Deve ser um número inteiro de ${min.toLocaleString('pt-BR')} a ${max.toLocaleString('pt-BR')}`;
  return z
    .int({ error: (issue) => (issue.input === undefined || issue.input === null ? undefined : error) })
    .min(min, { error })
    .max(max, { error })
    .overwrite((value) => (value === 0 ? 0 : value));
}

/** An e-mail address, trimmed and lower-cased, at most 254 characters. */
export const email = z
  .string()
  .overwrite(toPlainIdentifier)
  .toLowerCase()
  .min(1, { abort: true })
  .max(254, { abort: true })
  .check(z.email({ error: 'E-mail inválido' }));

/**
 * An id as clients send it. Any text passes, a malformed one included: it is an unknown id, which is for the
 * service to answer with 404. Check its form before it reaches the database.
 */
export const recordId = z.string();

/** The input of calls that only name a record. */
export const idInput = z.object({ id: recordId });

/** A moment on the wire: ISO 8601 with zone. */
export const isoDate = z.string().meta({ format: 'date-time' });

/** A calendar day as `YYYY-MM-DD`, in the years that the product takes. */
export const day = z.iso
  .date({ error: ({ code }) => (code === 'invalid_format' ? 'Data inválida' : undefined) })
  .refine(isDay, { error: OUT_OF_RANGE, when: isWellFormed });

/** For checks that say nothing new of what is wrong already. */
export function isWellFormed({ issues }: { issues: readonly unknown[] }): boolean {
  return issues.length === 0;
}

/** Yes or no; query-string values arrive as text. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')], {
  error: 'Deve ser verdadeiro ou falso',
});

/** What is searched for, as `toSearchedText` writes it; blank means no search. */
export const searchText = orAbsent(
  z.preprocess((value: unknown) => (typeof value === 'string' ? toSearchedText(value) : value), text(200)),
);

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && toPlainText(value) === '');
}
