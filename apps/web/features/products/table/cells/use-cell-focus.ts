import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** A cell of the table: the product's id and the column's. */
export interface CellPlace {
  id: string;
  column: string;
}

interface CellFocusOptions {
  grid: RefObject<HTMLElement | null>;
  ids: readonly string[];
  /** Of a product; undefined where it is not in the list. */
  positions: ReadonlyMap<string, number>;
  columns: readonly string[];
  scrollToRow: (row: number) => void;
}

/** The one cell that the Tab key reaches, and how the keyboard moves it (the grid pattern of ARIA). */
export function useCellFocus({ grid, ids, positions, columns, scrollToRow }: CellFocusOptions) {
  const [active, setActive] = useState<CellPlace | null>(null);
  const wanted = useRef<CellPlace | null>(null);

  const focusWanted = useCallback(() => {
    if (wanted.current === null) return;
    const target = findCell(grid.current, wanted.current);
    if (target === null) return;
    wanted.current = null;
    target.focus();
  }, [grid]);

  // A row far away is in the document only after it was scrolled to.
  useLayoutEffect(focusWanted);

  const go = useCallback(
    (place: CellPlace) => {
      setActive(place);
      wanted.current = place;
      const row = positions.get(place.id);
      if (findCell(grid.current, place) === null && row !== undefined) scrollToRow(row);
    },
    [grid, positions, scrollToRow],
  );

  /** The cell so many rows and columns away, as far as there are any; null where there is no row in that direction. */
  const neighbour = useCallback(
    (place: CellPlace, rows: number, steps: number): CellPlace | null => {
      const row = (positions.get(place.id) ?? 0) + rows;
      if (rows !== 0 && Math.abs(rows) === 1 && (row < 0 || row >= ids.length)) return null;
      const id = ids[clamp(row, ids.length)];
      const column = columns[clamp(columns.indexOf(place.column) + steps, columns.length)];
      return id === undefined || column === undefined ? null : { id, column };
    },
    [ids, positions, columns],
  );

  return { active, setActive, go, neighbour };
}

function clamp(index: number, length: number): number {
  return Math.min(Math.max(index, 0), length - 1);
}

/** What takes the focus in a cell: the control in it, or the cell itself. */
function findCell(grid: HTMLElement | null, { id, column }: CellPlace): HTMLElement | null {
  const cell = grid?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"] [data-column="${column}"]`);
  return cell?.querySelector<HTMLElement>('[data-target]') ?? cell ?? null;
}

/** The cell that an event happened in. */
export function placeOf(target: EventTarget | null): CellPlace | null {
  if (!(target instanceof Element)) return null;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset['column'];
  const id = target.closest<HTMLElement>('[data-item]')?.dataset['item'];
  return column === undefined || id === undefined ? null : { id, column };
}
