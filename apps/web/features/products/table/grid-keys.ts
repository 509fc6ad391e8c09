import type { KeyboardEvent } from 'react';
import { EDITABLE } from './cells/cell-values';

/** Where a key leads from a cell: so many rows and columns away; rows without an end lead to the first or last. */
export interface Move {
  rows: number;
  columns: number;
}

/** Rows that PageUp and PageDown pass. */
const PAGE_ROWS = 12;
const FAR = Number.MAX_SAFE_INTEGER;

/** The move that a key means while no cell is edited; null for every other key. */
export function readMove({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): Move | null {
  const isFar = ctrlKey || metaKey;
  switch (key) {
    case 'ArrowUp':
      return { rows: isFar ? -FAR : -1, columns: 0 };
    case 'ArrowDown':
      return { rows: isFar ? FAR : 1, columns: 0 };
    case 'ArrowLeft':
      return { rows: 0, columns: isFar ? -FAR : -1 };
    case 'ArrowRight':
      return { rows: 0, columns: isFar ? FAR : 1 };
    case 'PageUp':
      return { rows: -PAGE_ROWS, columns: 0 };
    case 'PageDown':
      return { rows: PAGE_ROWS, columns: 0 };
    case 'Home':
      return { rows: isFar ? -FAR : 0, columns: -FAR };
    case 'End':
      return { rows: isFar ? FAR : 0, columns: FAR };
    default:
      return null;
  }
}

/** What a cell begins to be edited with; null where the key does not begin it. */
export function readEditStart(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  shown: string,
): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'Enter' || key === 'F2') return shown;
  if (key === 'Backspace' || key === 'Delete') return '';
  return key.length === 1 && key !== ' ' ? key : null;
}

/** The cell that is edited next to the right or left: beyond the last one, the first of the next row. */
export function findNextEditable(column: string, way: number): { column: string; rows: number } {
  const at = (EDITABLE as readonly string[]).indexOf(column) + way;
  const next = EDITABLE[(at + EDITABLE.length) % EDITABLE.length] ?? column;
  return { column: next, rows: at < 0 || at >= EDITABLE.length ? way : 0 };
}
