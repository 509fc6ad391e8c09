import { toPlainText } from '@esteira/domain/text/plain-text';

/** A column of exported products beside those of the import: what the stock was when the file was made. */
export const EXPORTED_STOCK = 'estoque_exportado';

/** The other one: the accounts that the product is listed in. An import leaves it alone. */
export const EXPORTED_ACCOUNTS = 'conta';

/** The stock that a file was made from. */
export interface ExportedStock {
  units: number;
  /** The latest line of the product's ledger then; null: not told. */
  position: string | null;
}

/** The position of a ledger without lines, before every other one. */
export const LEDGER_START = '00000000-0000-0000-0000-000000000000';

const WRITTEN = /^(\d{1,9})(?: \(([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\))?$/i;

/** `12 (0199d2f0-…)`: a text to every spreadsheet, so that none rewrites it. */
export function writeExportedStock({ units, position }: ExportedStock): string {
  return position === null ? String(units) : `${units} (${position})`;
}

/** Reads a cell of that column: null where it is empty, `invalid` where an export never wrote it. */
export function readExportedStock(cell: string): ExportedStock | 'invalid' | null {
  const text = toPlainText(cell);
  if (text === '') return null;
  const [, units, position] = WRITTEN.exec(text) ?? [];
  return units === undefined
    ? 'invalid'
    : { units: Number(units), position: position?.toLowerCase() ?? null };
}

/** Whether a heading is that of the exported stock. */
export function isExportedStock(heading: string): boolean {
  return toPlainText(heading).toLowerCase() === EXPORTED_STOCK;
}

/** Whether a heading is of a column that exports have beside those of the import. */
export function isOnlyExported(heading: string): boolean {
  return isExportedStock(heading) || toPlainText(heading).toLowerCase() === EXPORTED_ACCOUNTS;
}
