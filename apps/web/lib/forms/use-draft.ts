import { useEffect, useRef, useState } from 'react';
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form';
import { useSession } from '../session/session';
import { type Draft, readDraft, removeDraft, writeDraft } from './draft-storage';

/** How a supplier is paid stays out of the browser's storage. */
const NEVER_KEPT = 'dados_pagamento';

interface DraftOptions<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>;
  /** Which form of which entity it is: 'produto novo'. Never one that takes a card or a note. */
  name: string;
  /** The stored record as the form was opened with it; absent: a new one. */
  opened?: object | undefined;
}

/**
 * Keeps what is typed and not saved: the same form gives it back after Back closed it, after a reload, and after a new
 * sign-in of the same seller, but for NEVER_KEPT. Only changed fields are kept, so that the others are the stored ones of that time.
 */
export function useDraft<Input extends FieldValues, Output>({
  form,
  name,
  opened,
}: DraftOptions<Input, Output>) {
  const session = useSession();
  const owner = session.status === 'signed-in' ? session.user.id : '';
  const [found] = useState(() => readDraft(owner, name));
  const [restored, setRestored] = useState(found !== null);
  const { isDirty, dirtyFields } = form.formState;
  const values = useWatch({ control: form.control }) as Record<string, unknown>;
  const over = useRef(false);
  const isWritten = useRef(false);
  useGivenBack(form, found);

  // What was given back is a change of what was seen when it was typed.
  const givenBase = restored ? found?.base : undefined;
  // After every render, for each is one of something typed; the fields are few and short.
  useEffect(() => {
    if (over.current) return;
    const changed = Object.keys(dirtyFields).filter((field) => field !== NEVER_KEPT);
    if (isDirty && changed.length > 0) {
      const seen: Record<string, unknown> = { ...opened, ...givenBase };
      writeDraft(owner, name, {
        values: pick(values, changed),
        ...(opened === undefined ? {} : { base: pick(seen, changed) }),
      });
    } else if (isWritten.current) removeDraft(owner, name);
    isWritten.current = isDirty && changed.length > 0;
  });

  function forget() {
    over.current = true;
    removeDraft(owner, name);
  }

  return {
    isDirty,
    /** Something typed earlier was given back. */
    restored,
    /** What the fields that were given back had when they were typed. */
    base: givenBase,
    /** Whether the field was given back. */
    holds: (field: Path<Input>) => restored && field in (found?.values ?? {}),
    /** The form was saved or given up. */
    forget,
    startOver() {
      removeDraft(owner, name);
      setRestored(false);
      form.reset();
    },
  };
}

function pick(values: Record<string, unknown>, fields: string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

function useGivenBack<Input extends FieldValues, Output>(
  { setValue }: UseFormReturn<Input, unknown, Output>,
  found: Draft | null,
): void {
  useEffect(() => {
    for (const [field, value] of Object.entries(found?.values ?? {})) {
      setValue(field as Path<Input>, value as PathValue<Input, Path<Input>>, { shouldDirty: true });
    }
  }, [found, setValue]);
}
