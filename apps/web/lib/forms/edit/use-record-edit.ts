import type { Conflict } from '@esteira/validators/wire/record-edit';
import { useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { conflictsOf, detailOf } from '../problem';
import { type FormChanges, findChanges, type Values, valueAt } from './find-changes';

/** A field that somebody else changed while the form was open. */
export interface FieldConflict extends Conflict {
  /** What the form held when it was sent: as the field has it, and as its schema gives it out. */
  typed: unknown;
  mine: unknown;
  choice: 'mine' | 'current' | null;
}

interface RecordEditOptions<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>;
  /** The record that the person saw when the form was opened, whatever arrives meanwhile. */
  opened: object | undefined;
  /** What the fields that a draft gave back had when they were typed. */
  draftBase?: Values | undefined;
}

const NO_CONFLICTS = { detail: '', fields: [] as FieldConflict[], isAsking: false };

/**
 * Saves a form over a stored record by what the person changed of it. Where somebody else changed the same fields
 * meanwhile, holds both values of each until the person has chosen.
 */
export function useRecordEdit<Input extends FieldValues, Output extends object>({
  form,
  opened,
  draftBase,
}: RecordEditOptions<Input, Output>) {
  const [conflicts, setConflicts] = useState(NO_CONFLICTS);
  // What conflicts showed of each field: the next save is a change of that.
  const shown = useRef(new Map<string, unknown>());
  const { dirtyFields } = form.formState;
  const heldBy = (path: string): unknown => form.getValues(path as Path<Input>);

  function seenAt(path: string): unknown {
    if (shown.current.has(path)) return shown.current.get(path);
    const restored = valueAt(draftBase, path);
    return restored === undefined ? valueAt(opened, path) : restored;
  }

  /** Sends the changes; rejects as `send` does, and while the person has not chosen between two values. */
  async function save<Saved>(values: Output, send: (mudancas: FormChanges<Output>) => Promise<Saved>) {
    const isOpen = ({ campo, typed, choice }: FieldConflict) => choice === null && heldBy(campo) === typed;
    if (conflicts.fields.some(isOpen)) {
      setConflicts({ ...conflicts, isAsking: true });
      throw new Error('a value is still to be chosen');
    }
    const isTouched = (path: string) => shown.current.has(path) || Boolean(valueAt(dirtyFields, path));
    try {
      return await send(findChanges({ values, isTouched, seenAt }));
    } catch (error) {
      const fields = readConflicts(error, values, heldBy);
      for (const { campo, atual } of fields) shown.current.set(campo, atual);
      if (fields.length > 0) setConflicts({ detail: detailOf(error) ?? '', fields, isAsking: false });
      throw error;
    }
  }

  function choose(campo: string, choice: 'mine' | 'current') {
    const fields = conflicts.fields.map((field) => (field.campo === campo ? { ...field, choice } : field));
    setConflicts({ ...conflicts, fields });
    const chosen = fields.find((field) => field.campo === campo);
    const value = choice === 'mine' ? chosen?.typed : chosen?.atual;
    const path = campo as Path<Input>;
    form.setValue(path, value as PathValue<Input, Path<Input>>, { shouldDirty: true, shouldValidate: true });
  }

  return {
    save,
    /** What a ConflictPanel shows. */
    conflicts: { ...conflicts, onChoose: choose },
    /** The form begins again with the record as it is stored now. */
    startOver() {
      shown.current.clear();
      setConflicts(NO_CONFLICTS);
    },
  };
}

function readConflicts(error: unknown, values: object, heldBy: (path: string) => unknown): FieldConflict[] {
  return conflictsOf(error).map((conflict) => ({
    ...conflict,
    typed: heldBy(conflict.campo),
    mine: valueAt(values, conflict.campo),
    choice: null,
  }));
}
