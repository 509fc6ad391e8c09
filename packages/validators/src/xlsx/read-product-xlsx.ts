import { type ProductSheet, type ReadingOptions, toProductSheet } from '../csv/read-product-csv';
import { readRows } from './sheet-rows';
import { type RandomBytes, WorkbookFile } from './workbook-file';
import { readParts } from './workbook-parts';

/**
 * Reads the first sheet of an .xlsx workbook as the same table in a CSV (docs/product-rules.md#xlsx-import): the rows,
 * numbered as in the sheet, unpacked as they are taken. Fails with `RefusedCsv`.
 */
export async function readProductXlsx(
  bytes: RandomBytes,
  options: ReadingOptions = {},
): Promise<ProductSheet> {
  const file = await WorkbookFile.open(bytes);
  const parts = await readParts(file);
  return toProductSheet(() => readRows(file, parts), options);
}
