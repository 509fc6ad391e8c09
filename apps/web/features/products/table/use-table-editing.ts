import type { Product } from '@esteira/validators/products/product';
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import type { useVirtualList } from '../../../ui/lists/use-virtual-list';
import type { useProducts } from '../list/use-products';
import { useCellEditor } from './cells/use-cell-editor';
import { useCellEdits } from './cells/use-cell-edits';
import { useCellErrors } from './cells/use-cell-errors';
import { type CellPlace, useCellFocus } from './cells/use-cell-focus';
import type { Column } from './columns';
import { makeGridHandlers } from './grid-handlers';
import { findNextEditable, type Move } from './grid-keys';
import { useColumnPaste } from './use-column-paste';

interface TableEditingOptions extends Pick<ReturnType<typeof useProducts>, 'query' | 'products'> {
  grid: RefObject<HTMLElement | null>;
  ids: readonly string[];
  positions: ReadonlyMap<string, number>;
  columns: readonly Column[];
  /** Whether cells can be edited, or only read and copied. */
  mayChange: boolean;
  virtualizer: ReturnType<typeof useVirtualList>['virtualizer'];
}

/** Moving through the table and editing in it, by keyboard, mouse and clipboard. */
export function useTableEditing({ grid, query, products, ids, positions, ...options }: TableEditingOptions) {
  const { virtualizer, mayChange } = options;
  const columns = useMemo(() => options.columns.map(({ id }) => id), [options.columns]);
  const { errors, set: setErrors } = useCellErrors();
  const edit = useCellEdits(setErrors);
  const scrollToRow = useCallback(
    (row: number) => virtualizer.scrollToIndex(row, { align: 'center' }),
    [virtualizer],
  );
  const cursor = useCellFocus({ grid, ids, positions, columns, scrollToRow });
  const leave = useLeave(cursor);
  const editor = useCellEditor({ edit, setErrors, leave });
  const { paste, pasting, outcome, dismiss } = useColumnPaste({ query, products, edit, onErrors: setErrors });
  const { active } = cursor;

  return {
    errors,
    save: editor.save,
    cancel: editor.cancel,
    editingIn: (id: string) => (editor.edited?.id === id ? editor.edited : null),
    pasteNote: { pasting, outcome, onDismiss: dismiss },
    /** The cell that the Tab key reaches: the last one, or while that is far away one in sight. */
    tabStopAmong: (inSight: readonly Product[]): CellPlace | null => {
      const isThere = active !== null && columns.includes(active.column);
      if (isThere && inSight.some(({ id }) => id === active.id)) return active;
      const [first] = inSight;
      return first === undefined ? null : { id: first.id, column: isThere ? active.column : 'nome' };
    },
    handlers: makeGridHandlers({
      ...{ cursor, paste, begin: editor.begin, mayChange },
      productAt: (id) => products[positions.get(id) ?? -1],
    }),
  };
}

type Cursor = ReturnType<typeof useCellFocus>;

/** Where the cursor goes after a save: a row on, or to the next cell that is edited. */
function useLeave(cursor: Cursor): (place: CellPlace, move: Move | null) => void {
  const latest = useRef(cursor);
  latest.current = cursor;
  return useCallback((place, move) => {
    const { go, neighbour } = latest.current;
    if (move === null) go(place);
    else if (move.columns === 0) go(neighbour(place, move.rows, 0) ?? place);
    else {
      const { column, rows } = findNextEditable(place.column, move.columns);
      const row = rows === 0 ? place : neighbour(place, rows, 0);
      go(row === null ? place : { id: row.id, column });
    }
  }, []);
}
