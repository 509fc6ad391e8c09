import { BOM, toCsvCell } from '@esteira/domain/text/csv-text';
import { EXPORTED_STOCK } from '@esteira/validators/csv/exported-stock';
import { columnsOf, readCells } from '@esteira/validators/csv/product-csv';
import { getExportedCell } from '@esteira/validators/csv/product-patch';
import type { ProductSheet } from '@esteira/validators/csv/read-product-csv';
import { type Correction, createCorrector } from './preview/corrections';

const BLOCK = 64 * 1024;

/**
 * The file as it is imported once its columns were matched and its cells corrected: each row on its line, so that what
 * the import says of a line is found in the seller's own file. Rows that cannot be taken apart are left out; the
 * preview has told so.
 */
export async function rewriteFile(
  { header, rows }: ProductSheet,
  corrections: readonly Correction[],
): Promise<Blob> {
  const columns = columnsOf(header);
  const correct = createCorrector(corrections, header);
  const blocks: Blob[] = [];
  const knowsStock = header.exportedStock !== undefined;
  let text = BOM + toLine(knowsStock ? [...columns, EXPORTED_STOCK] : columns);
  let line = 2;
  for await (const records of rows()) {
    for (const record of records) {
      const reading = readCells(correct(record), header);
      if (!reading.ok) continue;
      for (; line < record.line; line += 1) text += '\r';
      const cells = columns.map((column) => reading.cells[column] ?? '');
      if (knowsStock) cells.push(getExportedCell(record, header));
      text += toLine(cells);
      line += 1;
      if (text.length < BLOCK) continue;
      blocks.push(new Blob([text]));
      text = '';
    }
  }
  return new Blob([...blocks, text], { type: 'text/csv' });
}

/** A row ends in CR and a line within a text in LF: the reader counts rows only, however many lines their texts have. */
function toLine(cells: readonly string[]): string {
  return `${cells.map((cell) => toCsvCell(cell.replace(/\r\n?/g, '\n'))).join(';')}\r`;
}
