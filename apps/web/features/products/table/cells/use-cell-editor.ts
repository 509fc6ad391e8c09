import type { ChangeField } from '@esteira/domain/products/bulk-change';
import type { Product } from '@esteira/validators/products/product';
import { useCallback, useState } from 'react';
import type { Move } from '../grid-keys';
import type { CellRefusal, SaveCell } from './cell-input';
import { isDoubtful, readCell } from './cell-values';
import type { useCellEdits } from './use-cell-edits';
import type { useCellErrors } from './use-cell-errors';
import type { CellPlace } from './use-cell-focus';

interface CellEditorOptions {
  edit: ReturnType<typeof useCellEdits>;
  setErrors: ReturnType<typeof useCellErrors>['set'];
  /** Moves the cursor from a cell; without a move it stays there. Keeps its identity. */
  leave: (place: CellPlace, move: Move | null) => void;
}

/** What a cell holds while it is edited. */
export interface EditedCell {
  id: string;
  campo: ChangeField;
  text: string;
  /** The value that was there when it began. */
  antes: number | null;
}

/** The one cell that is edited. `save` and `cancel` keep their identity: rows that are given them are not drawn again. */
export function useCellEditor({ edit, setErrors, leave }: CellEditorOptions) {
  const [edited, setEdited] = useState<EditedCell | null>(null);

  const save = useCallback(
    (product: Product, { campo, antes }: EditedCell): SaveCell =>
      (text, move, isSure) => {
        const reading = readCell(campo, text);
        if (!reading.ok) return { sentence: reading.problem };
        if (!isSure && isDoubtful(product, campo, reading.value)) {
          return { sentence: 'Mais de 10 vezes o custo. Enter de novo confirma.', isQuestion: true };
        }
        setEdited(null);
        const changes = [{ product, antes, depois: reading.value }];
        if (reading.value !== antes) void edit({ campo, changes, loteId: null });
        else setErrors([{ id: product.id, campo, sentence: null }]);
        if (move !== null) leave({ id: product.id, column: campo }, move);
        return null;
      },
    [edit, setErrors, leave],
  );

  const cancel = useCallback(
    (product: Product, campo: ChangeField, refusal: CellRefusal | null) => {
      setEdited(null);
      const sentence = refusal?.isQuestion
        ? 'Não foi salvo: mais de 10 vezes o custo.'
        : (refusal?.sentence ?? null);
      setErrors([{ id: product.id, campo, isQuestion: refusal?.isQuestion, sentence }]);
      // Esc leaves the cursor there; a click elsewhere has taken it away.
      if (sentence === null) leave({ id: product.id, column: campo }, null);
    },
    [setErrors, leave],
  );

  return { edited, begin: setEdited, save, cancel };
}
