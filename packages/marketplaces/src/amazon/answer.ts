import { AdapterError } from '../adapter-error';
import { at, textAt } from '../http/json';

/** An answer of success that lacks what its model requires: nothing may be concluded from it. */
export function unexpectedAnswer(operation: string): AdapterError {
  return new AdapterError(
    'upstream_unavailable',
    'A Amazon respondeu de um jeito inesperado. Tente novamente depois.',
    { cause: `${operation}: the answer does not follow its model` },
  );
}

/**
 * The list that the model requires under `name`. A missing one is no empty one: an order search that is broken
 * must not pass for a search without orders.
 * @throws AdapterError `upstream_unavailable`
 */
export function requiredList(body: unknown, name: string, operation: string): unknown[] {
  const found = at(body, name);
  if (!Array.isArray(found)) throw unexpectedAnswer(operation);
  return found;
}

/** The text that the model requires under `name`. @throws AdapterError `upstream_unavailable` */
export function requiredText(body: unknown, name: string, operation: string): string {
  const found = textAt(body, name);
  if (found === null) throw unexpectedAnswer(operation);
  return found;
}
