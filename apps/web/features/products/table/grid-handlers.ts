import type { ChangeField } from '@esteira/domain/products/bulk-change';
import type { Product } from '@esteira/validators/products/product';
import type { ClipboardEvent, FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { EDITABLE, toCellText } from './cells/cell-values';
import type { EditedCell } from './cells/use-cell-editor';
import { type CellPlace, placeOf, type useCellFocus } from './cells/use-cell-focus';
import { readEditStart, readMove } from './grid-keys';

interface GridActions {
  cursor: ReturnType<typeof useCellFocus>;
  productAt: (id: string) => Product | undefined;
  mayChange: boolean;
  begin: (edited: EditedCell | null) => void;
  paste: (pasted: { id: string; campo: ChangeField; text: string }) => Promise<void>;
}

/** A cell that can be edited, and what it shows. */
interface EditableCell extends Omit<EditedCell, 'text'> {
  place: CellPlace;
  shown: string;
}

/** What the table does with keys, clicks and the clipboard, wherever in it they happen. */
export function makeGridHandlers({ cursor, productAt, mayChange, begin, paste }: GridActions) {
  const { active, setActive, go, neighbour } = cursor;

  const find = (target: EventTarget) => findEditable(target, productAt);
  const findToEdit = (target: EventTarget) => (mayChange ? find(target) : null);

  function onKeyDown(event: KeyboardEvent) {
    const place = placeOf(event.target);
    if (place === null) return;
    const move = readMove(event);
    if (move !== null) {
      event.preventDefault();
      const next = neighbour(place, move.rows, move.columns);
      if (next !== null) go(next);
      return;
    }
    const cell = findToEdit(event.target);
    const text = cell && readEditStart(event, cell.shown);
    if (cell === null || text === null) return;
    event.preventDefault();
    begin({ ...cell, text });
  }

  return {
    onKeyDown,
    onPaste: (event: ClipboardEvent) => {
      const cell = findToEdit(event.target);
      const text = cell && readPasted(event);
      if (cell === null || text === null) return;
      event.preventDefault();
      begin(null);
      go(cell.place);
      void paste({ id: cell.id, campo: cell.campo, text });
    },
    onDoubleClick: (event: MouseEvent) => {
      const cell = findToEdit(event.target);
      if (cell && !(event.target instanceof HTMLInputElement)) {
        begin({ ...cell, text: cell.shown });
      }
    },
    onFocus: (event: FocusEvent) => {
      const place = placeOf(event.target);
      if (place !== null && (place.id !== active?.id || place.column !== active.column)) setActive(place);
    },
    onCopy: (event: ClipboardEvent) => {
      const cell = find(event.target);
      if (cell === null || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', cell.shown);
    },
  };
}

function findEditable(target: EventTarget, productAt: GridActions['productAt']): EditableCell | null {
  const place = placeOf(target);
  const campo = EDITABLE.find((field) => field === place?.column);
  const product = place ? productAt(place.id) : undefined;
  if (place === null || campo === undefined || product === undefined) return null;
  const antes = product[campo];
  return { place, id: place.id, campo, antes, shown: toCellText(campo, antes) };
}

/** Null where there is nothing to fill down: into a cell that is edited a single value is pasted as into any field. */
function readPasted(event: ClipboardEvent): string | null {
  const text = event.clipboardData.getData('text/plain');
  const isPlain = event.target instanceof HTMLInputElement && !/[\n\t]/.test(text);
  return text === '' || isPlain ? null : text;
}
