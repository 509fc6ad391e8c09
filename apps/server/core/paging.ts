import type { Page } from '@esteira/validators/wire/page';
import { type AppError, invalidField } from './errors';
import { isEntityId } from './ids';

/** Sorts after every UUIDv7: the cursor of a first page, so that all pages run the same statement. */
const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The id that a page starts below. Lists run newest first, which is the order of the ids (UUIDv7). */
export function cursorId(cursor: string | undefined): string {
  if (cursor === undefined) return NEWEST;
  if (!isEntityId(cursor)) throw invalidCursor();
  return cursor;
}

/** A cursor that no page of this list ended with. */
export const invalidCursor = (): AppError =>
  invalidField('cursor', 'Valor inválido', 'Cursor: valor inválido');

/**
 * Cuts a page out of up to `limite + 1` rows: the extra one only tells that more follow. `toCursor` says where the page
 * after a row starts, in a list that runs by more than the id.
 */
export function toPage<Row extends { id: string }>(
  rows: Row[],
  limite: number,
  toCursor: (row: Row) => string = ({ id }) => id,
): Page<Row> {
  const itens = rows.length > limite ? rows.slice(0, limite) : rows;
  const last = itens.at(-1);
  return { itens, proximo_cursor: rows.length > limite && last !== undefined ? toCursor(last) : null };
}
