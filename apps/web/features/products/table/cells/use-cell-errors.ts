import type { ChangeField } from '@esteira/domain/products/bulk-change';
import { useCallback, useState } from 'react';
import type { CellRefusal } from './cell-input';

/** What stands at the cells of one product. */
export type RowErrors = Partial<Record<ChangeField, CellRefusal>>;

export interface CellError {
  id: string;
  campo: ChangeField;
  /** Null lifts the one that stands there. */
  sentence: string | null;
  isQuestion?: boolean;
}

/** What is wrong with which cell, by product. */
export function useCellErrors() {
  const [errors, setErrors] = useState<ReadonlyMap<string, RowErrors>>(new Map());
  const set = useCallback((changes: readonly CellError[]) => {
    setErrors((current) => {
      const next = new Map(current);
      for (const { id, campo, sentence, isQuestion } of changes) {
        const { [campo]: _, ...others } = next.get(id) ?? {};
        const row = sentence === null ? others : { ...others, [campo]: { sentence, isQuestion } };
        if (Object.keys(row).length === 0) next.delete(id);
        else next.set(id, row);
      }
      return next;
    });
  }, []);
  return { errors, set };
}
