import { z } from 'zod';
import { orAbsent, text } from './text';

/** A field's value as it is stored. */
const storedValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export type StoredValue = z.output<typeof storedValue>;

type ChangeOf<Field extends z.core.$ZodType> = z.ZodOptional<
  z.ZodObject<{ antes: typeof storedValue; depois: Field }>
>;

/**
 * What a form over a stored record sends: for each field that was changed the value that the form was opened with
 * (`antes`) and the new one (`depois`, as `schema` says); fields that were left alone are absent.
 */
export function changesOf<Shape extends z.core.$ZodShape>(schema: z.ZodObject<Shape>) {
  const fields = Object.entries(schema.shape).map(([field, depois]) => [
    field,
    z.object({ antes: storedValue, depois: depois as z.ZodType }).optional(),
  ]);
  return z.object(Object.fromEntries(fields) as { [Field in keyof Shape]: ChangeOf<Shape[Field]> }, {
    error: ({ input }) => (input === undefined ? 'Campo obrigatório' : undefined),
  });
}

/** The changes of a record's fields. */
export type Changes<Fields> = {
  [Field in keyof Fields]?: { antes: StoredValue; depois: Fields[Field] } | undefined;
};

/** A field that two people changed: its wire name (`ficha.ean` in a part of the record) and the value it has. */
export const conflict = z.object({ campo: z.string(), atual: storedValue });

export type Conflict = z.output<typeof conflict>;

/** A record's version as records bear it in `versao`: it changes with every field that a client can change. */
export const recordVersion = z.string();

/** The version that a change is meant for, also as `If-Match` writes it; absent: whatever the record has become. */
export const expectedVersion = orAbsent(text(1000));
