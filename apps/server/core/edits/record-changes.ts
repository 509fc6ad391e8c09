import type { Changes, Conflict, StoredValue } from '@esteira/validators/wire/record-edit';
import { AppError } from '../errors';

/** What of a form's changes is to be written, and what somebody else changed meanwhile. */
export interface ResolvedChanges<Fields> {
  values: Partial<Fields>;
  conflicts: Conflict[];
}

/**
 * Compares a form's changes with the record as it is now, which the caller has locked. A field is written where it still
 * has the value that the form was opened with; one that has the new value already needs nothing, so that a form may be
 * sent twice. `part` names the part of the record that the fields are in (`ficha`).
 */
export function resolveChanges<Fields extends Record<keyof Fields, StoredValue>>(
  current: Fields,
  changes: Changes<Fields>,
  part?: string,
): ResolvedChanges<Fields> {
  const resolved: ResolvedChanges<Fields> = { values: {}, conflicts: [] };
  for (const field of Object.keys(changes) as (keyof Fields & string)[]) {
    const change = changes[field];
    const atual = current[field];
    if (change === undefined || change.depois === atual) continue;
    if (change.antes === atual) resolved.values[field] = change.depois;
    else resolved.conflicts.push({ campo: part === undefined ? field : `${part}.${field}`, atual });
  }
  return resolved;
}

/**
 * The fields that a form's changes write. `wasChanged` begins the sentence of a conflict: 'Este produto foi alterado'.
 * Fails with `conflict` where somebody else changed one of the fields to another value.
 */
export function takeChanges<Fields extends Record<keyof Fields, StoredValue>>(
  current: Fields,
  changes: Changes<Fields>,
  wasChanged: string,
): Partial<Fields> {
  const { values, conflicts } = resolveChanges(current, changes);
  refuseConflicts(conflicts, wasChanged);
  return values;
}

/** Fails with `conflict`, naming the fields and their values; passes where there are none. */
export function refuseConflicts(conflicts: readonly Conflict[], wasChanged: string): void {
  if (conflicts.length > 0) throw changedMeanwhile(wasChanged, [...conflicts]);
}

/**
 * Fails with `conflict` where the record has another version than the client says it changes. `expected` is a version as
 * records bear it or a value of `If-Match` (RFC 9110, 13.1.1); absent or `*`, any version will do.
 */
export function requireVersion(versao: string, expected: string | undefined, wasChanged: string): void {
  if (expected === undefined) return;
  const named = expected.split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'));
  if (!named.includes(versao) && !named.includes('*')) throw changedMeanwhile(wasChanged);
}

/** The refusal of what was begun from a record that somebody else changed since; `wasChanged` begins its sentence. */
export function changedMeanwhile(wasChanged: string, conflitos?: Conflict[]): AppError {
  const detail = `${wasChanged} por outra pessoa. Veja o valor atual antes de salvar.`;
  return new AppError('conflict', detail, conflitos && { conflitos });
}
