import type { StoredValue } from '@esteira/validators/wire/record-edit';

/** The fields of a form by name; a part of the record (`ficha`) is an object of fields. */
export type Values = { [field: string]: unknown };

/** What is sent of a form: the changed fields with the values they had when it was opened, parts as parts. */
export type FormChanges<Fields> = {
  [Field in keyof Fields]?: NonNullable<Fields[Field]> extends object
    ? FormChanges<NonNullable<Fields[Field]>>
    : { antes: StoredValue; depois: Fields[Field] };
};

interface ChangedForm<Fields> {
  /** What the form holds, as its schema gives it out. */
  values: Fields;
  /** Whether the field of this path (`ficha.ean`) was changed by the person. */
  isTouched: (path: string) => boolean;
  /** What the field of this path had when the person saw it. */
  seenAt: (path: string) => unknown;
}

/** The fields that the person changed to another value than they saw. */
export function findChanges<Fields extends object>(form: ChangedForm<Fields>): FormChanges<Fields> {
  return changesIn(form.values as Values, form, '') as FormChanges<Fields>;
}

function changesIn(values: Values, form: ChangedForm<object>, prefix: string): Values {
  const changes: Values = {};
  for (const [field, depois] of Object.entries(values)) {
    const path = prefix + field;
    if (isPart(depois)) {
      const part = changesIn(depois, form, `${path}.`);
      if (Object.keys(part).length > 0) changes[field] = part;
      continue;
    }
    const antes = form.seenAt(path) ?? null;
    if (form.isTouched(path) && depois !== antes) changes[field] = { antes, depois };
  }
  return changes;
}

/** The value at a path; a part that is told of as a whole (`ficha: true`) tells of each of its fields. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, field) => (isPart(value) ? value[field] : value === true || undefined), values);
}

function isPart(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}
