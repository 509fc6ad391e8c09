import type { ChangeField } from '@esteira/domain/products/bulk-change';
import { useCallback, useState } from 'react';

/** The sentences that stand at the cells of one product. */
export type RowErrors = Partial<Record<ChangeField, string>>;

export interface CellError {
  id: string;
  campo: ChangeField;
  /** Null lifts the one that stands there. */
  sentence: string | null;
}

/** What is wrong with which cell, by product. */
export function useCellErrors() {
  const [errors, setErrors] = useState<ReadonlyMap<string, RowErrors>>(new Map());
  const set = useCallback((changes: readonly CellError[]) => {
    setErrors((current) => {
      const next = new Map(current);
      for (const { id, campo, sentence } of changes) {
        const { [campo]: _, ...others } = next.get(id) ?? {};
        const row = sentence === null ? others : { ...others, [campo]: sentence };
        if (Object.keys(row).length === 0) next.delete(id);
        else next.set(id, row);
      }
      return next;
    });
  }, []);
  return { errors, set };
}
