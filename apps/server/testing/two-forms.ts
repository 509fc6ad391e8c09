import { runs } from '@esteira/config/vitest/runs';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestResponse } from './server';

type Fields = Record<string, unknown>;

/** A stored record that two forms were opened with. */
interface TwoForms {
  stored: Fields;
  /** What one form changes: some fields with their new values. */
  touched: fc.Arbitrary<Fields>;
  /** Stores the record as it was when the forms were opened. */
  restore: () => Promise<unknown>;
  edit: (mudancas: Record<string, { antes: unknown; depois: unknown }>) => Promise<TestResponse>;
  read: () => Promise<unknown>;
}

/**
 * Whatever two forms touch: a field that one of them touched ends as that one left it, and the second form is refused
 * whole where both gave one field different values.
 */
export async function expectNoStaleSave({ stored, touched, restore, edit, read }: TwoForms): Promise<void> {
  const toChanges = (values: Fields) =>
    Object.fromEntries(
      Object.entries(values).map(([campo, depois]) => [campo, { antes: stored[campo], depois }]),
    );
  await fc.assert(
    fc.asyncProperty(touched, touched, async (first, second) => {
      await restore();
      await edit(toChanges(first));
      const { status } = await edit(toChanges(second));
      const written: Fields = { ...stored, ...first };
      const isClash = Object.entries(second).some(
        ([campo, depois]) => written[campo] !== depois && written[campo] !== stored[campo],
      );
      expect(status).toBe(isClash ? 409 : 200);
      expect(await read()).toMatchObject({ ...written, ...(isClash ? {} : second) });
    }),
    { numRuns: runs(40) },
  );
}
